// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Routes to destinations; see the functions of the same names of ``Navigator``.
extension Navigation {
  /// Leads to a destination by name, or one that is given here.
  public static func route(
    to destination: Destination.Reference, animated: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    Navigation(.route(destination), animated: animated, context: context)
  }

  /// Leads to a destination by name, or one that is given here, with a context of one's own type.
  public static func route(
    to destination: Destination.Reference, animated: Bool = false, context: some Encodable & Sendable
  ) -> Navigation {
    Navigation(.route(destination), animated: animated, encoding: context)
  }

  /// Leads to a destination that takes this context.
  public static func route<Context: Encodable & Sendable>(
    to destination: DestinationStep<some Container.Kind, Context>, animated: Bool = false, context: Context
  ) -> Navigation {
    route(destination.draft) { Navigation(.route($0), animated: animated, encoding: context) }
  }

  /// Leads to a destination that takes any context.
  public static func route(
    to destination: DestinationStep<some Container.Kind, AnyContext>, animated: Bool = false, context: JSONValue = .null
  ) -> Navigation {
    route(destination.draft) { Navigation(.route($0), animated: animated, context: context) }
  }

  /// Leads back to the layer beneath the top one, to who presented it, however long the way in it was.
  public static var backToPresenter: Navigation { backToPresenter(animated: false) }

  /// Leads back to the layer beneath the top one, to who presented it, however long the way in it was.
  public static func backToPresenter(animated: Bool) -> Navigation {
    Navigation(.route(.inline(.presenter)), animated: animated)
  }

  private static func route(_ draft: StepDraft, _ make: (Destination.Reference) -> Navigation) -> Navigation {
    do {
      return make(.inline(try draft.destination))
    } catch {
      return Navigation(.failure(Fault(code: .content, message: error.description)))
    }
  }
}
