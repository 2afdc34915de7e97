internal import Model
public import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A program that handlers may run.
public struct AllowedCommand: Hashable, Sendable {
    /// The program's standard input.
    public enum Input: String, CaseIterable, Sendable {
        /// The event as one line of JSON.
        case event
        /// A handler's arguments, each as a line.
        case text
        /// A mail whose subject is a handler's first argument, and whose text are the others.
        case mail
        /// Nothing.
        case none

        /// Whether a handler's arguments are no arguments of the program.
        public var takesArguments: Bool { self == .text || self == .mail }
    }

    /// Absolute.
    public let path: String
    /// Why the program can't or must not run; nil if it may.
    public var reasonToRefuse: String? { ExecutableCheck(path).reasonToRefuse }
    /// The arguments before those of a handler.
    public let arguments: [String]
    /// The time after which it is stopped.
    public let timeLimit: Duration
    public let input: Input
    /// Who gets mails.
    public let recipient: String

    /// - Parameters:
    ///   - path: absolute.
    ///   - timeLimit: more than zero.
    public init(
        path: String, arguments: [String] = [], timeLimit: Duration = .seconds(10),
        input: Input = .none, recipient: String = ""
    ) {
        self.path = path
        self.arguments = arguments
        self.timeLimit = timeLimit
        self.input = input
        self.recipient = recipient
    }
}

extension AllowedCommand {
    /// Runs the program until it exits or times out. Blocks.
    ///
    /// No shell is involved, so arguments are passed as they are. The program gets its
    /// own process group, `/` as its folder, none of this program's open files, and only
    /// ``passedVariables`` of the environment. Its output is discarded. On timeout, the
    /// group is asked to stop, and killed a second later, or sooner if this program has to
    /// stop too. Processes that left the group go on.
    ///
    /// - Parameters:
    ///   - more: arguments after the command's own; at most 100, of at most 64 KiB.
    ///   - event: one line of JSON, for commands that read one; at most 64 KiB.
    ///   - environment: the source of the passed variables.
    ///   - noteStart: called with the running program, so that it can be stopped later if
    ///     this program is killed.
    ///   - isUnwanted: called many times a second; true stops the program as on timeout,
    ///     to be retried.
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
                path: path, arguments: arguments + (input.takesArguments ? [] : more),
                environment: environment.filter { Self.passedVariables.contains($0.key) },
                input: bytes(of: more, event))
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
            return .tryAgain(reason: "\(name) did not finish within \(timeLimit) and was stopped")
        case .unwanted: return .brokenOff(reason: "\(name) was stopped before it finished")
        }
    }

    /// The environment variables that a command gets: paths, the home folder, the desktop
    /// session, the language and the time zone.
    public static let passedVariables: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ",
        "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
    ]

    // MARK: Internals

    private static let mostArguments = 100
    private static let mostArgumentBytes = 64 << 10

    /// Whether no argument of a handler can be an option.
    public var endsOptions: Bool { arguments.contains("--") || input.takesArguments }

    /// Whether somebody may get mails.
    public static func isRecipient(_ text: String) -> Bool { MailMessage.isRecipient(text) }

    private func bytes(of more: [String], _ event: [UInt8]) -> [UInt8]? {
        switch input {
        case .none: nil
        case .event: event
        case .text:
            Array(more.map { SafeText.neutralised($0) + "\n" }.joined().utf8)
        case .mail:
            MailMessage(
                recipient: recipient, subject: more.first ?? "",
                text: more.dropFirst().joined(separator: "\n")
            ).bytes
        }
    }

    /// The program's name without its folder.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private func reasonToRefuse(_ more: [String]) -> String? {
        if more.count > Self.mostArguments {
            return "there are more than \(Self.mostArguments) arguments"
        }
        if more.reduce(0, { $0 + $1.utf8.count + 1 }) > Self.mostArgumentBytes {
            return "the arguments have more than \(Self.mostArgumentBytes >> 10) KiB"
        }
        if !endsOptions, let option = more.first(where: { $0.hasPrefix("-") }) {
            // It may be a bank's text.
            return
                "the argument \"\(option.prefix(40))\" would be an option; end the command's own "
                + "arguments with \"--\", if it knows that"
        }
        if (arguments + more + [path]).contains(where: { $0.utf8.contains(0) }) {
            return "an argument contains a null character"
        }
        return nil
    }

    private static func words(for number: Int32) -> String {
        String(cString: strerror(number)).lowercased()
    }
}
