// SPDX-License-Identifier: Apache-2.0

/// Where the files have sockets listen, and where in them that stands: a place that two of them name is a mistake that no file shows
/// by itself.
struct ListeningPlaces {
  /// The last word of the files on the metrics' port.
  struct Metrics {
    let endpoint: Configuration.TCPEndpoint
    let file: String
    let line: Int
    let column: Int
  }

  var metrics: Metrics?
  /// Of each endpoint, the file and line that list it first.
  private var listed: [Configuration.TCPEndpoint: String] = [:]

  /// Notes that a file and line list an endpoint. Returns those that do so before, if any do.
  mutating func list(_ endpoint: Configuration.TCPEndpoint, at place: String) -> String? {
    if let earlier = listed[endpoint] { return earlier }
    listed[endpoint] = place
    return nil
  }

  /// What is wrong with the metrics' port where it is an endpoint's.
  var metricsProblem: ConfigurationError.Problem? {
    guard let metrics, let place = listed[metrics.endpoint] else { return nil }
    return ConfigurationError.Problem(
      file: metrics.file, line: metrics.line, column: metrics.column,
      message: "\(metrics.endpoint.text) is one of the endpoints too (\(place)); one socket listens at a place")
  }
}
