// SPDX-License-Identifier: Apache-2.0

package import RouteModel

extension Command {
  /// Why every coordinator refuses it, whatever is registered and shown; nil where one may take it.
  package var refusal: (reason: RejectedReason, message: String)? {
    switch verb {
    case .open(let url):
      do throws(DeepLink.SyntaxError) {
        _ = try DeepLink(parsing: url)
        return nil
      } catch {
        return (reason: RejectedReason.invalid, message: "this is no URL: \(error)")
      }
    case .navigator, .batch, .drive, .route(.named): return nil
    case .route(.inline(let destination)): return Self.complaint(about: destination)
    case .back, .start, .show, .hide, .navigate:
      guard isDryRun else { return nil }
      let message = "only open, route, drives and Navigator verbs can be run dry"
      return (reason: RejectedReason.unsupported, message: message)
    }
  }

  /// Why a destination could never be reached. What it names may still be registered.
  private static func complaint(about destination: Destination) -> (reason: RejectedReason, message: String)? {
    let problem = DestinationCheck.problems(
      of: destination.completed, among: DestinationVocabulary(mayLackDestinations: true), in: DeclaredContainers()
    ).first
    return problem.map { (reason: RejectedReason.invalid, message: "this is no destination: \($0)") }
  }
}
