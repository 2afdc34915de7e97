import Engine
import Foundation
import Platform
import Scripting
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a run of the program gets from outside: variables, streams, clock and time zone.
///
/// The program itself runs in ``process``. A run in another context leaves the process alone, so
/// that several can run in one process, as they do in tests.
struct ProgramContext: Sendable {
    /// The environment's variables.
    var variables: [String: String]
    /// The descriptors of standard input, standard output and standard error.
    var input: Int32 = 0
    var output: Int32 = 1
    var errors: Int32 = 2
    /// POSIX seconds.
    var clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    var zone = DayZone.local
    /// Makes a host for Lua.
    var scriptHost: @Sendable () -> ScriptHost = { ScriptHost(worker: .itself) }
    /// The program's file, for commands in processes of their own.
    var program = CommandProcess.itself
    /// Whether to look at the machine's disks.
    var looksAtDisks = true
    /// Keeps what commands print, for a page; nil if they print to the streams.
    var recorder: ScreenRecorder?
    /// Whether the process belongs to this run, which may then handle its signals.
    var ownsProcess = true

    /// The context of the process.
    static let process = ProgramContext(variables: ProcessInfo.processInfo.environment)

    /// The context of the command that is running. The parser calls checks of the commands
    /// that depend on it, and has no way to hand it to them.
    @TaskLocal static var current = ProgramContext.process

    /// A variable that is set and not empty.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    var inputIsTerminal: Bool { isatty(input) == 1 }
    var errorsAreTerminal: Bool { isatty(errors) == 1 }

    /// The capabilities of one of the streams.
    func capabilities(of stream: Int32, colour: ColourChoice) -> TerminalCapabilities {
        TerminalCapabilities(of: stream, environment: variables, colour: colour)
    }

    /// The width of help in columns; nil for that of the process's terminal.
    var helpWidth: Int? { ownsProcess ? nil : 80 }

    func diskEncryption(of path: String) -> DiskEncryption {
        looksAtDisks ? DiskEncryption(of: path, environment: variables) : .unknown
    }

    var secretKeepers: SecretKeepers { SecretKeepers(environment: variables) }
}
