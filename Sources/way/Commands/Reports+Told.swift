// SPDX-License-Identifier: Apache-2.0

import Waykeeper

extension Reports {
  /// These reports; says where the coordinator's answer had no room for all, so that nobody takes a part for the whole.
  func told(as what: String) -> Self {
    if hasMore { Output.error("way: an answer has room for \(count) \(what), and there are more") }
    return self
  }
}
