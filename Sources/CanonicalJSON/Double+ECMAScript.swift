// SPDX-License-Identifier: Apache-2.0

extension ByteWriter {
  /// Appends a number as ECMAScript lays it out; it must be finite.
  mutating func append(ecmaScript number: Double) {
    guard let thousandths = number.thousandths else { return append(number.ecmaScriptText) }
    if number < 0 { append(Byte.minus) }
    append(decimal: thousandths / 1000)
    var rest = thousandths % 1000
    guard rest > 0 else { return }
    append(Byte.point)
    var unit: UInt64 = 100
    while rest > 0 {
      append(Byte.zero + UInt8(truncatingIfNeeded: rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    }
  }
}

extension Double {
  /// How many thousandths it is, without its sign; nil where it is no whole number of them, or too large. Nearly all are: they are
  /// times in ms. A number of up to 15 digits reads back from them, and from no fewer.
  fileprivate var thousandths: UInt64? {
    let scaled = (magnitude * 1000).rounded()
    return scaled < 1e15 && scaled / 1000 == magnitude ? UInt64(scaled) : nil
  }

  /// The fewest digits that read back the same, laid out as ECMAScript does (RFC 8785, section 3.2.2.3; specification, section
  /// "Content"). The number must be finite.
  var ecmaScriptText: String {
    let (digits, point) = shortestDigits
    guard let first = digits.first else { return "0" }
    let sign = self < 0 ? "-" : ""
    let text = String(decoding: digits, as: UTF8.self)
    switch point {
    case digits.count...21: return sign + text + String(repeating: "0", count: point - digits.count)
    case 1...21: return sign + text.prefix(point) + "." + text.dropFirst(point)
    case -5...0: return sign + "0." + String(repeating: "0", count: -point) + text
    default:
      let fraction = digits.count > 1 ? "." + text.dropFirst() : ""
      return sign + String(decoding: [first], as: UTF8.self) + fraction + (point > 0 ? "e+" : "e") + String(point - 1)
    }
  }

  /// The digits without zeros at either end, and how many of them stand before the point; negative where zeros follow it first.
  private var shortestDigits: (digits: [UInt8], point: Int) {
    // Swift's own text has the same digits, laid out otherwise.
    let text = magnitude.description.utf8
    let mantissa = text.prefix { $0 != Byte.e }
    let exponent = Int(String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self)) ?? 0
    let whole = mantissa.prefix { $0 != Byte.point }
    var digits = mantissa.filter { $0 != Byte.point }
    let zeros = digits.prefix { $0 == Byte.zero }.count
    digits.removeFirst(zeros)
    while digits.last == Byte.zero { digits.removeLast() }
    return (digits, whole.count - zeros + exponent)
  }
}
