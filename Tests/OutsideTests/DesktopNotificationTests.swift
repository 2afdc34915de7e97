import Outside
import TestDesktop
import TestKeyring
import Testing

@Suite("Notifications on the desktop", .enabled(if: TestBus.isExpected))
struct DesktopNotificationTests {
    @Test("arrive with title, text and this program's name")
    func delivered() throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        let outcome = DesktopNotifications(environment: desktop.environment)
            .show(title: "Large charge", text: "Blue Heron: -612.40 USD\nin Checking")
        #expect(outcome == .delivered)
        #expect(desktop.title == "Large charge")
        #expect(desktop.text == "Blue Heron: -612.40 USD\nin Checking")
        #expect(desktop.application == "GhostVault")
    }

    @Test("are urgent only where they say so", arguments: [(false, 1), (true, 2)])
    func urgency(isUrgent: Bool, urgency: Int32) throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(title: "t", text: "", isUrgent: isUrgent)
        #expect(desktop.urgency == urgency)
    }

    @Test("hold no markup for a desktop that reads it")
    func markup() throws {
        let desktop = try Desktop(TEST_DESKTOP_MARKUP)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(title: "t", text: "<a href=\"http://evil.test\">A&B</a>")
        #expect(desktop.text == "&lt;a href=\"http://evil.test\"&gt;A&amp;B&lt;/a&gt;")
    }

    @Test("are shown letter by letter by a desktop that reads no markup")
    func noMarkup() throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(title: "t", text: "A&B <1>")
        #expect(desktop.text == "A&B <1>")
    }

    @Test("show control characters and marks that reorder text instead of obeying them")
    func hostile() throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(title: "a\u{0}b\u{1B}[31m\nc", text: "12\u{202E}34\u{7}")
        #expect(desktop.title == "a␀b␛[31m\nc")
        #expect(desktop.text == "12\u{FFFD}34␇")
    }

    @Test("are cut where they are too long to show")
    func long() throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(
                title: String(repeating: "t", count: 10_000),
                text: String(repeating: "x", count: 100_000))
        #expect(desktop.title == String(repeating: "t", count: 199) + "…")
        #expect(desktop.text == String(repeating: "x", count: 1_999) + "…")
    }

    @Test("are cut between letters, also where a letter is made of several characters")
    func longLetters() throws {
        let desktop = try Desktop(TEST_DESKTOP_PLAIN)
        _ = DesktopNotifications(environment: desktop.environment)
            .show(
                title: String(repeating: "e\u{301}", count: 201),
                text: String(repeating: "x", count: 1_998) + "🇩🇪🇫🇷🇮🇹")
        #expect(
            Array(desktop.title.unicodeScalars)
                == Array((String(repeating: "e\u{301}", count: 199) + "…").unicodeScalars))
        #expect(desktop.text == String(repeating: "x", count: 1_998) + "🇩🇪…")
    }

    @Test("are tried again where the desktop refuses one")
    func refused() throws {
        let desktop = try Desktop(TEST_DESKTOP_REFUSING)
        let outcome = DesktopNotifications(environment: desktop.environment)
            .show(title: "t", text: "x")
        #expect(outcome == .tryAgain(reason: "the desktop refused the notification"))
    }

    @Test("are tried again where nothing on the bus shows them")
    func noService() throws {
        let bus = try TestBus()
        let outcome = DesktopNotifications(
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        ).show(title: "t", text: "x")
        #expect(outcome == .tryAgain(reason: "nothing on the desktop shows notifications"))
    }

    @Test(
        "are tried again where there is no desktop",
        arguments: [
            [:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"],
            ["DBUS_SESSION_BUS_ADDRESS": "unixexec:path=/bin/true"],
        ])
    func noDesktop(environment: [String: String]) {
        let outcome = DesktopNotifications(environment: environment).show(title: "t", text: "x")
        #expect(outcome == .tryAgain(reason: "no desktop is there to show a notification"))
    }
}
