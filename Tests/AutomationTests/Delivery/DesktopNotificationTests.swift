import Automation
import Foundation
import TestSupport
import Testing

@Suite("Notifications on the desktop", .enabled(if: isLinux, "they are notify-send's on Linux"))
struct DesktopNotificationTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// What a notify-send was asked to show, each argument in a line of its own or more.
    private func arguments(
        title: String, text: String, isUrgent: Bool = false
    ) throws -> [String] {
        _ = try folder.program(
            named: "notify-send",
            "for word; do printf '%s\\0' \"$word\"; done >\(folder.path)/asked")
        #expect(
            DesktopNotifications(environment: environment)
                .show(title: title, text: text, isUrgent: isUrgent) == .delivered)
        return try String(contentsOfFile: folder.path + "/asked", encoding: .utf8)
            .split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private var environment: [String: String] {
        ["XDG_RUNTIME_DIR": "/run/user/1000", "PATH": folder.path + ":/usr/bin:/bin"]
    }

    @Test("have title, text and this program's name")
    func delivered() throws {
        #expect(
            try arguments(title: "Large charge", text: "Blue Heron: -612.40 USD\nin Checking") == [
                "--app-name=GhostVault", "--urgency=normal", "--", "Large charge",
                "Blue Heron: -612.40 USD\nin Checking",
            ])
    }

    @Test("are urgent if marked so")
    func urgent() throws {
        #expect(
            try arguments(title: "t", text: "", isUrgent: true)
                == ["--app-name=GhostVault", "--urgency=critical", "--", "t", ""])
    }

    @Test(
        "hold nothing that a desktop or notify-send could take for markup or options",
        arguments: [
            ("<a href=\"http://evil.test\">A&B</a>", "‹a href=\"http://evil.test\"›A&B‹/a›"),
            ("--icon=x", "--icon=x"), ("a\\nb", "a\\\\nb"),
            ("12\u{202E}34\u{7}\u{1B}[31m", "12\u{FFFD}34␇␛[31m"),
        ])
    func hostile(text: String, shown: String) throws {
        #expect(try arguments(title: "t", text: text).last == shown)
    }

    @Test("are cut between letters if they are too long to show")
    func long() throws {
        let arguments = try arguments(
            title: String(repeating: "e\u{301}", count: 201),
            text: String(repeating: "x", count: 1_998) + "🇩🇪🇫🇷🇮🇹")
        #expect(
            arguments.suffix(2) == [
                String(repeating: "e\u{301}", count: 199) + "…",
                String(repeating: "x", count: 1_998) + "🇩🇪…",
            ])
    }

    @Test("are retried if the desktop refuses one")
    func refused() throws {
        _ = try folder.program(named: "notify-send", "exit 1")
        #expect(
            DesktopNotifications(environment: environment).show(title: "t", text: "x")
                == .tryAgain(reason: "the desktop refused the notification"))
    }

    @Test("are retried if nothing here shows them")
    func missing() throws {
        var environment = environment
        environment["PATH"] = folder.path
        #expect(
            DesktopNotifications(environment: environment).show(title: "t", text: "x")
                == .tryAgain(reason: "notify-send, which shows notifications, is not installed"))
        #expect(
            DesktopNotifications(environment: [:]).show(title: "t", text: "x")
                == .tryAgain(reason: "there is no desktop to show a notification"))
    }
}

private let isLinux = FileManager.default.fileExists(atPath: "/proc/self")
