// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The process's descriptors, as many as the system lets it have.
enum Descriptors {
  /// With fewer, a coordinator does not start.
  static let least = 256
  /// More than this are not asked for: connections beyond would cost more memory than they are worth.
  private static let most: rlim_t = 65_536

  /// How many there may be; with `raisesLimit` the limit first goes as far up as it may.
  static func limit(raisesLimit: Bool) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    let wanted = min(limit.rlim_max, most)
    if raisesLimit, limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      setrlimit(resource, &limit)
      getrlimit(resource, &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The connections that each of three sockets may have with so many descriptors.
  ///
  /// - Throws: An error with exit code 73 where there are too few.
  static func connectionsMax(of descriptors: Int) throws(ServiceError) -> Int {
    guard descriptors >= least else {
      throw ServiceError(
        .cannotCreate,
        "this process may open \(descriptors) files and connections, and needs \(least); raise the limit (ulimit -n, "
          + "LimitNOFILE= of the unit)")
    }
    // An eighth stays free for files and what is about to close. A worker takes two: one watches its process.
    return min(1024, (descriptors - descriptors / 8) / 4)
  }
}
