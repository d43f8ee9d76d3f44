// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The reason why a journal cannot be opened, read or written. The message names the problem, its place and a way out.
package struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the problem, which decides how the daemon exits.
  package enum Code: Hashable, Sendable, CaseIterable {
    /// The file was written by another version, or by another program. Move it away, or start the version that wrote it.
    case otherVersion
    /// The file is damaged. Restore a copy, or move it away to begin anew.
    case corrupt
    /// The file that somebody named to look at is no journal. Name another.
    case foreign
    /// Another process holds the folder or the file. End that one first.
    case locked
    /// The folder cannot be made or entered. Choose another, or correct its owner and mode.
    case folder
    /// The folder or the file cannot be read or written: permissions, a read-only disk, an I/O error.
    case inaccessible
    /// The disk is full. Make room; a later transaction works again.
    case full
  }

  /// The kind of the problem.
  package var code: Code
  /// For people: the problem and its place, and a way out where ``advice`` names none.
  package let problem: String
  /// A way out that depends on who asks.
  private let advice: Advice
  private var asker = Asker.coordinator

  /// For people: the problem, its place, and a way out.
  package var message: String { problem + advice.text(for: asker) }

  /// An error of this kind.
  package init(_ code: Code, _ message: String) { self.init(code, message, .said) }

  init(_ code: Code, _ problem: String, _ advice: Advice) {
    (self.code, self.problem, self.advice) = (code, problem, advice)
  }

  /// The message.
  package var description: String { message }
}

extension JournalError {
  /// The meaning of SQLite's error for the journal in `file`.
  init(_ error: DatabaseError, file: String) {
    let detail = error.message ?? "result code \(error.extendedResultCode.rawValue)"
    if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
      self = .corrupt(file, detail)
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.locked, "the journal \(file) is locked by another process (\(detail)); end that process first")
    // The latter it says where the file of the log's index cannot grow.
    case _ where error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self.init(.full, "no room for the journal \(file) (\(detail)); make room on that disk")
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_NOMEM,
      .SQLITE_INTERRUPT, .SQLITE_PROTOCOL, .SQLITE_NOLFS, .SQLITE_MISUSE, .SQLITE_TOOBIG:
      self.init(
        .inaccessible,
        "the journal \(file) cannot be read or written (\(detail)); check its owner and mode, and the disk")
    default:
      self = .corrupt(file, detail)
    }
  }

  /// The error for a damaged file, with its sign.
  static func corrupt(_ file: String, _ detail: String) -> JournalError {
    JournalError(.corrupt, "the journal \(file) is damaged (\(line(detail)))", .restoring)
  }

  /// What SQLite has to say, in one line. Of several the first, between stars, only names the database.
  static func line(_ detail: String) -> String {
    detail.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("***") }.joined(separator: "; ")
  }

  /// The same with the way out for who asks.
  package func told(to asker: Asker) -> JournalError {
    var error = self
    error.asker = asker
    return error
  }
}

/// Runs `body` and turns errors of SQLite into their meaning for the journal in `file`.
///
/// - Parameter source: The file that is damaged where something is: one that is copied into `file`. Else that is `file` itself.
func translating<T>(
  _ file: String, damageOf source: String? = nil, _ body: () throws -> T
) throws(JournalError) -> T {
  do {
    return try body()
  } catch let error as JournalError {
    throw error
  } catch let error as DatabaseError {
    let meaning = JournalError(error, file: file)
    throw meaning.code == .corrupt ? JournalError(error, file: source ?? file) : meaning
  } catch {
    throw .corrupt(source ?? file, "\(error)")
  }
}
