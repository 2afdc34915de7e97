public import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A program that handlers may have run.
public struct AllowedCommand: Hashable, Sendable {
    /// What the program reads from its standard input.
    public enum Input: String, CaseIterable, Sendable {
        /// The event as one line of JSON.
        case event
        /// Nothing.
        case none
    }

    /// Absolute.
    public let path: String
    /// Why the system or this program would not run it; nil if both would.
    public var reasonToRefuse: String? { ExecutableCheck(path).reasonToRefuse }
    /// Those that always come first.
    public let arguments: [String]
    /// After which it is ended.
    public let timeLimit: Duration
    public let input: Input

    /// - Parameters:
    ///   - path: absolute.
    ///   - timeLimit: more than zero.
    public init(
        path: String, arguments: [String] = [], timeLimit: Duration = .seconds(10),
        input: Input = .none
    ) {
        self.path = path
        self.arguments = arguments
        self.timeLimit = timeLimit
        self.input = input
    }
}

extension AllowedCommand {
    /// Starts the program and waits until it has ended, or its time has.
    ///
    /// No shell has a part in it: what handlers pass are arguments, whatever is
    /// in them. The program has a process group of its own, `/` as its folder,
    /// none of this program's open files, of the environment only
    /// ``passedVariables``, and what it prints goes nowhere. When its time is
    /// over, the group is asked to end, and killed a second later, or sooner where
    /// this program has to end as well. What has left the group is not reached.
    ///
    /// - Parameters:
    ///   - more: arguments behind the command's own; at most 100, of at most
    ///     64 KiB.
    ///   - event: one line of JSON, for commands that read one; at most 64 KiB.
    ///   - environment: where the passed variables are looked up.
    ///   - noteStart: told of the program once it runs, so that it can be ended should
    ///     this program be killed.
    ///   - isUnwanted: asked many times a second; yes ends the program as the
    ///     end of its time does, to be tried again.
    public func run(
        arguments more: [String] = [], event: [UInt8], environment: [String: String],
        noteStart: (ProcessGroup) -> Void = { _ in },
        unless isUnwanted: () -> Bool = { false }
    ) -> DeliveryOutcome {
        if let reason = reasonToRefuse(more) ?? ExecutableCheck(path).reasonToRefuse {
            return .refused(reason: reason)
        }
        let process: RunningProgram
        do throws(RunningProgram.NotStarted) {
            process = try RunningProgram(
                path: path, arguments: arguments + more,
                environment: environment.filter { Self.passedVariables.contains($0.key) },
                input: input == .event ? event : nil)
        } catch {
            return switch error {
            case .inputTooLarge: .refused(reason: "the event is too large for \(name)'s input")
            case .system(let number):
                .tryAgain(reason: "\(name) can't be started: \(Self.words(for: number))")
            }
        }
        if let group = process.group { noteStart(group) }
        switch process.wait(atMost: timeLimit, unless: isUnwanted) {
        case .exited(0): return .delivered
        case .exited(let code): return .tryAgain(reason: "\(name) ended with exit code \(code)")
        case .killed(let signal): return .tryAgain(reason: "\(name) was ended by signal \(signal)")
        case .tookTooLong:
            return .tryAgain(reason: "\(name) was not done after \(timeLimit), and was ended")
        case .unwanted: return .brokenOff(reason: "\(name) was stopped before it was done")
        }
    }

    /// The variables of this program's environment that a command sees: where
    /// programs, the home folder and the desktop are, and in which language and
    /// time zone the person lives.
    public static let passedVariables: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ",
        "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    ]

    // MARK: Workings

    private static let mostArguments = 100
    private static let mostArgumentBytes = 64 << 10

    /// The program without its folder.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private func reasonToRefuse(_ more: [String]) -> String? {
        if more.count > Self.mostArguments {
            return "there are more than \(Self.mostArguments) arguments"
        }
        if more.reduce(0, { $0 + $1.utf8.count + 1 }) > Self.mostArgumentBytes {
            return "the arguments have more than \(Self.mostArgumentBytes >> 10) KiB"
        }
        if (arguments + more + [path]).contains(where: { $0.utf8.contains(0) }) {
            return "an argument holds the character 0"
        }
        return nil
    }

    private static func words(for number: Int32) -> String {
        String(cString: strerror(number)).lowercased()
    }
}
