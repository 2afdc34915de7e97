import Foundation
import TestSupport
import Testing

@Suite("A sync that Control-C ends", .inTurns)
struct CutOffSyncTests {
    private static let noFigures =
        "New transactions are not classified yet, so there are no figures: ghostvault sync, or "
        + "ghostvault apply-rules\n"
    private static let wrongFigures =
        "New transactions are not classified yet, so types and figures may be wrong: ghostvault "
        + "sync, or ghostvault apply-rules\n"

    @Test("keeps what came, and no figures are shown until it is classified")
    func firstSync() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 4 --fault slow")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback --no-sync")
        let sync = try scenario.start("ghostvault sync", output: "synced")
        // The first answer has balances only, and the second transactions. While somebody looks, the
        // bank stands still, so that the sync can't end before it is cut off.
        try await Patience.wait(for: "transactions") {
            try await scenario.holdBank {
                let known = try await scenario.run("ghostvault transactions --json")
                guard known.output != "[]\n" else { return false }
                try await Self.interrupt(sync, in: scenario)
                return true
            }
        }
        #expect(sync.exitCode == 3)
        let told = try Scenario.text(at: scenario.folder + "/synced")
        #expect(
            told.contains(#/Stopped. \d+ new transactions kept; "ghostvault sync" continues.\n/#),
            "\(told)")

        #expect(try await scenario.run("ghostvault").output.contains(Self.noFigures))
        for command in ["networth", "income", "spending", "lens"] {
            let shown = try await scenario.run("ghostvault \(command)")
            #expect(shown.output == Self.noFigures)
            #expect(shown.exitCode == 0)
        }
        for command in ["networth", "income", "spending", "lens", "accounts"] {
            let json = try await scenario.run("ghostvault \(command) --json")
            #expect(json.errors == Self.wrongFigures)
            #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [Any])
        }
        let accounts = try await scenario.run("ghostvault accounts")
        #expect(accounts.errors == Self.wrongFigures)
        #expect(accounts.output.contains("Auto Loan"))

        _ = try await scenario.run("ghostvault apply-rules")
        let known = try await scenario.run("ghostvault networth; ghostvault accounts")
        #expect(known.output.hasPrefix("Net worth "))
        #expect(known.errors == "")
        try await scenario.close()
    }

    @Test("ends while it waits for another")
    func waiting() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        _ = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback --no-sync")
        try await scenario.holdBank {
            let first = try scenario.start("ghostvault sync", output: "first")
            try await Patience.wait(for: "a request") {
                try await scenario.run("ghostvault connections").output.contains(" 23/24")
            }
            let second = try scenario.startAtTerminal(
                "sh -c 'echo $$ >number; exec ghostvault sync'")
            _ = try await second.shown(upTo: "waiting for another sync")
            _ = try await scenario.run("kill -INT $(cat number)")
            #expect(try await second.ended() == 3)
            try await Self.interrupt(first, in: scenario)
        }
        try await scenario.close()
    }

    private static func interrupt(_ command: ShellCommand, in scenario: Scenario) async throws {
        _ = try await scenario.run("kill -INT \(command.processIdentifier)")
        try await command.ended()
    }
}
