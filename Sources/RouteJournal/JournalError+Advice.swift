// SPDX-License-Identifier: Apache-2.0

extension JournalError {
  /// Who wants the journal, which decides the way out of a problem with it.
  package enum Asker: Hashable, Sendable {
    /// A coordinator, which wants to start with it.
    case coordinator
    /// Whoever runs a coordinator that uses it.
    case runner
    /// Whoever runs a coordinator that ends with it.
    case ended
    /// Somebody who named a file to look at.
    case reader
    /// Somebody who named a file to repair.
    case repairer
  }

  /// A way out.
  enum Advice: Hashable, Sendable {
    /// The problem names one.
    case said
    /// Of a damaged file.
    case restoring
    /// Of a file that holds something else.
    case naming
    /// Of a journal of a later version.
    case updating

    func text(for asker: Asker) -> String {
      switch (self, asker) {
      case (.said, _): ""
      case (.restoring, .coordinator):
        "; nothing was changed: restore a copy, or move it away to begin anew; `way journal repair` keeps what can be read"
      case (.restoring, .runner):
        "; a new one takes its place, with the present routes alone where it cannot be copied: then what is left of it lies in "
          + "journal.sqlite-lost, with a number behind that name where it is taken"
      case (.restoring, .ended):
        "; `way journal repair FILE -o NEW` keeps what can be read: put NEW, or a copy, in its place, or move it away to begin anew"
      case (.restoring, .reader):
        "; `way journal verify FILE` tells all that is wrong, `way journal repair FILE -o NEW` keeps what can be read"
      case (.restoring, .repairer): ", and nothing of it can be read; restore a copy of it, or begin anew without it"
      case (.naming, .coordinator), (.naming, .runner), (.naming, .ended): "; move it away, or choose another folder"
      case (.naming, .reader), (.naming, .repairer): "; name a journal.sqlite, or a copy of one"
      case (.updating, .coordinator), (.updating, .runner), (.updating, .ended):
        ", this waykeeperd reads up to version \(JournalSchema.version); "
          + "nothing was changed: start the waykeeperd that wrote it, or move it away to begin anew"
      case (.updating, .reader), (.updating, .repairer):
        ", this `way` reads up to version \(JournalSchema.version); take the `way` of the waykeeperd that wrote it"
      }
    }
  }
}
