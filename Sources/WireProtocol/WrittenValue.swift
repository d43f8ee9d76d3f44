// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// Values that people write into files in their JSON form. Read strictly: an unknown member is an error that names the
/// nearest one.
package enum WrittenValue {
  /// The destination that stands in `value`, as written and not in canonical form.
  package static func destination(_ value: JSONValue) throws(FormError) -> Destination {
    try JSONReader.read(JSONNode(value, place: .root("destination"), isStrict: true))
  }
}
