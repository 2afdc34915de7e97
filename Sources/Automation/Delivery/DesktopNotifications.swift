internal import Model
internal import Platform

/// Notifications on the person's desktop: by `notify-send` on Linux, by `osascript` on
/// macOS.
///
/// Their text is an argument of that tool. So other users of the machine can read it in
/// the process list while it is being shown.
public struct DesktopNotifications: Sendable {
    private let environment: [String: String]
    private let limit: Duration

    /// - Parameters:
    ///   - environment: contains the desktop session and the folders of tools.
    ///   - limit: the longest time that one notification may take.
    public init(environment: [String: String], limit: Duration = .seconds(5)) {
        self.environment = environment
        self.limit = limit
    }

    /// Shows one notification. Blocks.
    ///
    /// Its text may come from a bank. So control characters and bidirectional marks are
    /// made visible, markup is neutralised, and text is cut at 2,000 characters.
    ///
    /// - Parameter isUrgent: whether it stays on the screen until it is dismissed.
    public func show(title: String, text: String, isUrgent: Bool = false) -> DeliveryOutcome {
        let title = Self.plain(title, atMost: Self.longestTitle)
        let text = Self.plain(text, atMost: Self.longestText)
        #if os(macOS)
            return run("osascript", Self.script + [title, text])
        #else
            guard
                environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false
                    || environment["XDG_RUNTIME_DIR"]?.isEmpty == false
            else { return .tryAgain(reason: "there is no desktop to show a notification") }
            let urgency = isUrgent ? "critical" : "normal"
            return run(
                "notify-send",
                ["--app-name=GhostVault", "--urgency=\(urgency)", "--", title]
                    + [Self.withoutMarkup(text)])
        #endif
    }

    // MARK: Internals

    private static let longestTitle = 200
    private static let longestText = 2_000

    /// The texts are arguments of the script, and never parsed as code.
    private static let script = [
        "-e", "on run texts", "-e",
        "display notification (item 2 of texts) with title (item 1 of texts)", "-e", "end run",
    ]

    private func run(_ name: String, _ arguments: [String]) -> DeliveryOutcome {
        guard let tool = InstalledTool(name, environment: environment) else {
            return .tryAgain(reason: "\(name), which shows notifications, is not installed")
        }
        do throws(InstalledTool.Failure) {
            let result = try tool.run(arguments, atMost: limit)
            guard result.exitCode != 0 else { return .delivered }
            return .tryAgain(reason: "the desktop refused the notification")
        } catch {
            return switch error {
            case .timedOut: .tryAgain(reason: "the desktop did not respond in time")
            case .notStarted(let reason): .tryAgain(reason: "\(name) can't be started: \(reason)")
            case .killed(let signal): .tryAgain(reason: "\(name) was ended by signal \(signal)")
            }
        }
    }

    private static func plain(_ text: String, atMost count: Int) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let plain = lines.map { SafeText.neutralised(String($0)) }.joined(separator: "\n")
        return plain.count > count ? plain.prefix(count - 1) + "…" : plain
    }

    /// Some desktops parse markup in a notification's text and others don't, and
    /// `notify-send` parses backslash escapes. So characters of either are replaced.
    private static func withoutMarkup(_ text: String) -> String {
        text.replacing("<", with: "‹").replacing(">", with: "›").replacing("\\", with: "\\\\")
    }
}
