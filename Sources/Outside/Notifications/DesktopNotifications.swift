internal import CBusShim
internal import CNotificationShim
internal import SessionBus
internal import Terminal

/// Notifications on the person's desktop, by whatever shows them there
/// (org.freedesktop.Notifications).
public struct DesktopNotifications: Sendable {
    private let bus: SessionBusAddress?
    private let patience: Duration

    /// - Parameters:
    ///   - environment: names the session bus; without one, every notification
    ///     is to be tried again.
    ///   - patience: for one notification in all.
    public init(environment: [String: String], patience: Duration = .seconds(5)) {
        bus = SessionBusAddress(environment: environment)
        self.patience = patience
    }

    /// Shows one notification. Blocks.
    ///
    /// Control characters and marks that would reorder text are made visible,
    /// what a desktop may read as markup is escaped, and what is too long is
    /// cut: the texts may come from a bank.
    ///
    /// - Parameter isUrgent: whether the desktop should keep it on the screen
    ///   until it was seen.
    public func show(title: String, text: String, isUrgent: Bool = false) -> DeliveryOutcome {
        guard let bus else { return Self.noDesktop }
        let title = Self.plain(title, atMost: Self.longestTitle)
        let text = Self.plain(text, atMost: Self.longestText)
        let outcome = bus.text.withCString { address in
            title.withCString { title in
                text.withCString { plain in
                    Self.escaped(text).withCString { escaped in
                        var notification = notification_shim_notification(
                            title: title, plain_text: plain, escaped_text: escaped,
                            is_urgent: isUrgent)
                        return notification_shim_show(
                            address, patience.milliseconds, &notification)
                    }
                }
            }
        }
        return Self.outcome(of: outcome)
    }

    // MARK: Workings

    private static let longestTitle = 200
    private static let longestText = 2000

    private static let noDesktop = DeliveryOutcome.tryAgain(
        reason: "no desktop is there to show a notification")

    private static func plain(_ text: String, atMost count: Int) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let plain = lines.map { SafeText.neutralised(String($0)) }.joined(separator: "\n")
        return plain.count > count ? plain.prefix(count - 1) + "…" : plain
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }

    private static func outcome(of outcome: bus_outcome) -> DeliveryOutcome {
        switch outcome {
        case BUS_DONE: .delivered
        case BUS_LIBRARY_MISSING:
            .refused(
                reason: "this system has no libsystemd of 2018 or later, which notifications need")
        case BUS_NOT_REACHED: noDesktop
        case BUS_NO_SERVICE: .tryAgain(reason: "nothing on the desktop shows notifications")
        case BUS_TIMED_OUT: .tryAgain(reason: "the desktop did not answer in time")
        case BUS_OUT_OF_MEMORY: .tryAgain(reason: "memory is used up")
        default: .tryAgain(reason: "the desktop refused the notification")
        }
    }
}
