import Foundation
import TestKeyring
import TestSupport
import Testing

@Suite("Secrets of a running program", .inTurns, .enabled(if: isLinux, "needs /proc"))
struct RunningSecretTests {
    /// What the system tells of a process of this machine; nothing where it
    /// keeps that from its owner too.
    private func visible(_ part: String, of process: String) throws -> String {
        do {
            return try Scenario.text(at: "/proc/\(process)/\(part)")
        } catch CocoaError.fileReadNoPermission {
            return ""
        }
    }

    @Test("stand in no argument and no environment, and a crash leaves no core file")
    func running() async throws {
        let scenario = try Scenario()
        try await scenario.startBank("")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback --no-sync")
        let sync = try await scenario.holdBank {
            let sync = try scenario.start("ghostvault sync", output: "synced")
            let number = "\(sync.processIdentifier)"
            // It has the access URL once it counts a request to the bank.
            try await Patience.wait(for: "a request") {
                try await scenario.run("ghostvault connections").output.contains(" 23/24")
            }
            let arguments = try visible("cmdline", of: number)
            #expect(arguments == "ghostvault\0sync\0")
            let visible = try arguments + visible("environ", of: number)
            let secrets = try scenario.secrets()
            try #require(secrets.count >= 4)
            for secret in secrets { #expect(!visible.contains(secret)) }
            let limits = try Scenario.text(at: "/proc/\(number)/limits")
            #expect(limits.contains(#/Max core file size +0 /#))
            return sync
        }
        try await sync.ended()
        #expect(try Scenario.text(at: scenario.folder + "/synced").contains("transactions"))
        try await scenario.close()
    }
}

@Suite("A setup token", .inTurns)
struct TypedTokenTests {
    @Test("that is typed at a terminal is shown nowhere, nor is what it was exchanged for")
    func typed() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let token = try Scenario.text(at: scenario.folder + "/token")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault connect --allow-http-on-loopback --no-sync; echo THE-END $?'",
            environment: ["NO_COLOR": "1"])
        var shown = try await terminal.shown(upTo: "token (")
        shown += try await terminal.shown(upTo: "): ")
        try terminal.type(token + "\n")
        shown += try await terminal.shown(upTo: "THE-END 0")
        let secrets = try scenario.secrets()
        #expect(secrets.contains(token) && secrets.count >= 4)
        for secret in secrets { #expect(!shown.contains(secret)) }
        try await scenario.close()
    }
}

@Suite(
    "Secrets in the desktop's secret service", .inTurns,
    .enabled(
        if: isLinux && TestKeyring.isExpected,
        "gnome-keyring, secret-tool or dbus-daemon is not installed"))
struct KeptSecretTests {
    private let keyring: TestKeyring

    init() throws {
        keyring = try TestKeyring()
        try keyring.startService(password: "test")
    }

    private func scenario() throws -> Scenario {
        try Scenario(environment: keyring.environment)
    }

    private let connect = "ghostvault connect --token-file token --allow-http-on-loopback --no-sync"

    @Test("are kept there without being asked, serve every command, and are shown by none")
    func kept() async throws {
        let scenario = try scenario()
        try await scenario.startBank(" --months 3")
        let connected = try await scenario.run(connect)
        #expect(
            connected.output.contains(
                "The access URL is kept in your desktop's secret service.\n"))
        #expect(try await scenario.run("ghostvault sync").exitCode == 0)
        for command in [
            "connections", "connections --json", "accounts --json", "transactions --json",
            "status", "status --json", "history", "income", "net-worth", "doctor", "",
        ] {
            _ = try await scenario.run("ghostvault \(command)")
        }
        _ = try await scenario.run("cat vault/vault.sqlite* vault/config/* vault/rules/*")
        let moved = try await scenario.run("ghostvault connections secure 127.0.0.1 --in file")
        #expect(moved.output.contains("  \(scenario.folder)/vault/secrets/connection-1\n"))
        let secrets = try scenario.secrets()
        try #require(secrets.count >= 4)
        for secret in secrets { #expect(!scenario.printed.contains(secret)) }
        try await scenario.close()
    }

    @Test("stay in a file where the person wants that", arguments: ["option", "environment"])
    func unwanted(by means: String) async throws {
        let scenario = try scenario()
        try await scenario.startBank("")
        let connected = try await scenario.run(
            means == "option" ? connect + " --secrets file" : "GHOSTVAULT_SECRETS=file " + connect)
        #expect(connected.output.contains("  \(scenario.folder)/vault/secrets/connection-1\n"))
        let moved = try await scenario.run("ghostvault connections secure 127.0.0.1")
        #expect(
            moved.output == "The access URL is kept in your desktop's secret service.\n")
        try await scenario.close()
    }

    @Test("are claimed from no token where the wanted service does not take them")
    func serviceMissing() async throws {
        keyring.stopService()
        let scenario = try scenario()
        try await scenario.startBank("")
        let refused = try await scenario.run(connect + " --secrets service")
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors.contains("The secret service refused: The name org.freedesktop.secrets"))
        let connected = try await scenario.run(connect)
        #expect(connected.exitCode == 0)
        #expect(
            connected.output.contains(
                "The secret service refused: The name org.freedesktop.secrets"))
        try await scenario.close()
    }

    @Test("that another machine's service has are told to be missing, with what to do")
    func leftBehind() async throws {
        let scenario = try scenario()
        try await scenario.startBank("")
        _ = try await scenario.run(connect)
        let without = try await scenario.run("env -u DBUS_SESSION_BUS_ADDRESS ghostvault sync")
        #expect(without.exitCode == 6)
        #expect(without.errors.contains("Without a desktop session there is no secret service"))
        let elsewhere = try TestKeyring()
        try elsewhere.startService(password: "other")
        let copied = try await scenario.run(
            "DBUS_SESSION_BUS_ADDRESS='\(elsewhere.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")' "
                + "ghostvault sync")
        #expect(copied.exitCode == 6)
        #expect(copied.errors.contains("A copied vault does not include its secrets"))
        try await scenario.close()
    }
}

/// Whether the system tells about processes in files.
private let isLinux = FileManager.default.fileExists(atPath: "/proc/self/limits")
