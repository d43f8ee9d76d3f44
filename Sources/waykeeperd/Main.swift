// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLines
import CoordinatorService
import Glibc
import Logging
import RouteModel
import ServiceManager
import StandardStreams

/// Arguments to configuration, configuration to service, errors to exit codes; nothing else is decided here.
@main
struct Main {
  /// EX_USAGE would be 64; the specification, section "Exit codes", says 2, as most tools do.
  private static let usageExitCode: Int32 = 2
  /// EX_IOERR of `<sysexits.h>`.
  private static let inputOutputExitCode: Int32 = 74
  /// How often the loop shows the service manager that it turns, in ms.
  private static let beatMs: Int64 = 1000

  static func main() {
    // The first file that is opened would get the number of a closed stream, and with it what is said there.
    StandardStream.occupyClosed()
    // Neither a log nor a pipe that nobody reads any more must end the daemon without a word.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is a journal that cannot be written, for which there is a rule.
    signal(SIGXFSZ, SIG_IGN)
    if let number = CommandLineOctets.firstWithoutText {
      end(usageExitCode, "waykeeperd: \(CommandLineOctets.refusal(of: number))")
    }
    if let repeated = RepeatedOption(in: Array(CommandLine.arguments.dropFirst()), of: Arguments.self) {
      end(usageExitCode, "waykeeperd: \(repeated.refusal)")
    }
    let arguments: Arguments
    do {
      arguments = try Arguments.parse()
    } catch {
      TerminalColumns.boundParser()
      let isAsked = Arguments.exitCode(for: error).isSuccess
      let message = Arguments.fullMessage(for: error)
      let prefix = "Error: "
      end(
        isAsked ? 0 : usageExitCode,
        message.hasPrefix(prefix) ? "waykeeperd: \(message.dropFirst(prefix.count))" : message)
    }
    do throws(ConfigurationError) {
      let configuration = try Configuration.load(files: arguments.files, flags: arguments.flags)
      if arguments.check { end(0, configuration.summary) }
      run(configuration, arguments)
    } catch {
      // Those of a file begin with its name, as a compiler's do.
      let lines = error.problems.map { ($0.file == nil ? "waykeeperd: " : "") + $0.description.harmless }
      end(ConfigurationError.exitCode, lines.joined(separator: "\n"))
    }
  }

  private static func run(_ configuration: Configuration, _ arguments: Arguments) {
    let format = LineLogHandler.Format.ofStandardError
    LogLevel.set(configuration.logLevel)
    LoggingSystem.bootstrap { _ in LineLogHandler(format: format) }
    let supervisor = Supervisor.ofThisProcess
    var options = CoordinatorService.Options()
    options.endsBySignal = true
    let (files, flags) = (arguments.files, arguments.flags)
    options.reload = { () throws(ConfigurationError) in
      supervisor?.say("RELOADING=1\nMONOTONIC_USEC=\(Supervisor.monotonicMicroseconds)")
      return try Configuration.load(files: files, flags: flags)
    }
    options.onReload = { configuration in
      LogLevel.set(configuration.logLevel)
      supervisor?.say("READY=1")
    }
    options.onReady = { supervisor?.say("READY=1") }
    options.onBeat = { supervisor?.say("WATCHDOG=1") }
    options.onStopping = { supervisor?.say("STOPPING=1") }
    let logger = Logger(label: "waykeeperd")
    if let wanted = supervisor?.beatMs, wanted < beatMs {
      logger.warning(
        "the watchdog may end a coordinator that is well, which beats once a second: set WatchdogSec=3s, or more",
        metadata: ["watchdog.ms": "\(2 * wanted)"])
    }
    do throws(ServiceError) {
      options.handedSockets = try HandedSockets(.current, pid: getpid())
      try CoordinatorService(configuration, options: options, logger: logger).run()
    } catch {
      end(error.exitCode, "waykeeperd: \("\(error)".harmless)")
    }
  }

  /// Says why on the stream that fits, and ends.
  private static func end(_ code: Int32, _ message: String) -> Never {
    guard !message.isEmpty else { exit(code) }
    guard code == 0 else { fail(code, message) }
    guard StandardStream.output.write(line: message) == nil else {
      fail(inputOutputExitCode, "waykeeperd: cannot write the standard output")
    }
    exit(code)
  }

  private static func fail(_ code: Int32, _ message: String) -> Never {
    StandardStream.error.write(line: LineLogHandler.Format.ofStandardError.lastWords(message))
    exit(code)
  }
}
