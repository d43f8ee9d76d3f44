// SPDX-License-Identifier: Apache-2.0

/// The wish of a client.
public enum Verb: Hashable, Sendable {
  /// One Navigator verb, which needs no handler.
  case navigator(NavigatorVerb)
  /// Several of them as one transaction.
  case batch([NavigatorVerb])
  /// Asks the top screen, else pops or dismisses it.
  case back
  /// Asks the installer of this root name, like a show with an empty chain.
  case start(ScreenName)
  /// Asks the active path, topmost first, to show each name in order (Tempura).
  case show([ScreenName])
  /// Asks the last element of this name to hide, then the elements beneath it. Without `atomic`, the elements above are
  /// hidden first, one by one.
  case hide(ScreenName, atomic: Bool)
  /// Asks for the changes that lead from the active path's names to these (Tempura).
  case navigate([ScreenName])
  /// Replaces the path with the one that this URL leads to.
  case open(String)
  /// Walks from route to route, each step asked of the screen that it starts from (QRoute).
  case drive(Drive)
  /// Leads to a destination, from wherever one is; the context says which one of its kind (RouteComposer).
  case route(Destination.Reference)
}
