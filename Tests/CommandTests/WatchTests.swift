import Foundation
import TestSupport
import Testing

@Suite("ghostvault watch", .inTurns)
struct WatchTests {
    private static let rule = """
        rule { name = "Mine", when = { amount = less(0) }, set = { tags = { "mine" } } }
        """

    /// A vault that a made-up bank has filled, and what is written into its
    /// folder of rules.
    private struct Watched {
        let scenario: Scenario
        private let command: ShellCommand

        init(_ options: String = "") async throws {
            scenario = try Scenario()
            try await scenario.startBank(" --months 2")
            let connected = try await scenario.run(
                "ghostvault connect --token-file token --allow-http-on-loopback")
            try #require(connected.exitCode == 0)
            command = try scenario.start("ghostvault watch" + options, output: "watched")
        }

        func write(_ text: String, to file: String) throws {
            try text.write(
                toFile: scenario.folder + "/vault/" + file, atomically: true, encoding: .utf8)
        }

        /// Waits until it has told something.
        func untilTold(_ words: String) async throws {
            try await command.printed(words)
        }

        func told() throws -> String { try Scenario.text(at: scenario.folder + "/watched") }

        func errors() throws -> String {
            try Scenario.text(at: scenario.folder + "/watched.errors")
        }

        func signal(_ signal: String) async throws {
            _ = try await scenario.run("kill -\(signal) \(command.processIdentifier)")
        }

        /// - Returns: its exit code.
        func ended() async throws -> Int32 {
            try await command.ended()
        }
    }

    @Test("tells in lines of JSON what happens, each as documented")
    func lines() async throws {
        let watched = try await Watched(" --json")
        try await watched.untilTold(#""kind":"waiting""#)
        try watched.write(Self.rule, to: "rules/50-mine.lua")
        try await watched.untilTold(#""cause":"files""#)
        try watched.write("rule {", to: "rules/50-mine.lua")
        try await watched.untilTold(#""kind":"broken""#)
        try watched.write(Self.rule, to: "rules/50-mine.lua")
        try await watched.untilTold(#""kind":"fixed""#)
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        let documentation = try Documentation.text(of: "docs/json.md")
        let start = try #require(documentation.range(of: "## `ghostvault watch --json`"))
        let rest = documentation[start.upperBound...]
        let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        for line in try watched.told().split(separator: "\n") {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let kind = try #require(object["kind"] as? String)
            let row = try #require(
                section.split(separator: "\n").first { $0.hasPrefix("| `\(kind)` |") },
                "\(kind) is not documented")
            for field in object.keys where field != "at" && field != "kind" {
                #expect(row.contains("`\(field)`"), "\(field) of \(kind) is not documented")
            }
        }
        try await watched.scenario.close()
    }

    @Test(
        "tells what a bank no longer lists, in words and for programs",
        arguments: [
            ("", "    The bank no longer lists 1 posted transaction: #"),
            (" --json", #""missing_transactions":["#),
        ])
    func noLongerListed(options: String, words: String) async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let prepared = try await scenario.run(
            #"""
            ghostvault connect --token-file token --allow-http-on-loopback &&
            printf '{"errors": [], "accounts": [{"org": {"domain": "harborline.example"},
              "id": "ACT-7d1f04c2-checking", "name": "Family Checking (4471)", "currency": "USD",
              "balance": "1.00", "balance-date": 1773144000, "transactions": [{"id": "X1",
              "posted": 1773144000, "amount": "-77.77", "description": "MARINA BLUE"}]}]}' |
              ghostvault import --format simplefin -
            """#)
        try #require(prepared.exitCode == 0, "\(prepared)")
        let watcher = try scenario.start(
            "env GHOSTVAULT_TODAY=2026-03-16 ghostvault watch" + options, output: "watched")
        let told = try await watcher.printed(
            options.contains("--json") ? #""kind":"waiting""# : "next sync")
        #expect(told.contains(words), "\(told)")
        #expect(!told.contains(words + "]"), "\(told)")
        try await watcher.end()
        try await scenario.close()
    }

    @Test("says of each edit what became of it")
    func edits() async throws {
        let watched = try await Watched()
        let file = "rules/50-mine.lua"
        func remove(_ file: String) throws {
            try FileManager.default.removeItem(
                atPath: watched.scenario.folder + "/vault/" + file)
        }
        try await watched.untilTold("next sync")
        try watched.write(Self.rule, to: file)
        try await watched.untilTold("\(file): in use, 1 rule; ")
        try watched.write("rule {", to: file)
        try await watched.untilTold("\(file) has 1 mistake; the previous version stays in use")
        try watched.write(Self.rule, to: file)
        try await watched.untilTold("\(file): fixed, 1 rule in use; nothing is reclassified")
        let handlers = "automation/mine.lua"
        try FileManager.default.createDirectory(
            atPath: watched.scenario.folder + "/vault/automation",
            withIntermediateDirectories: true)
        try watched.write("on(", to: handlers)
        try await watched.untilTold("\(handlers) has 1 mistake")
        try watched.write("on(\"sync_finished\", function() end)", to: handlers)
        try await watched.untilTold("\(handlers): fixed, 1 handler in use; 1 handler in all")
        #expect(
            try watched.told().components(separatedBy: "fixed").count == 3,
            "one line for each fixed file")
        try remove(file)
        try await watched.untilTold("\(file): deleted; ")
        try watched.write("", to: "config/lens.toml")
        try await watched.untilTold(
            "config/lens.toml has 1 mistake; the previous version stays in "
                + "use")
        try remove("config/lens.toml")
        try await watched.untilTold(
            "config/lens.toml: deleted; the shipped version is in use; "
                + "nothing is")
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        try await watched.scenario.close()
    }

    @Test("is seen by ghostvault status, and keeps a second one out")
    func status() async throws {
        let watched = try await Watched()
        try await watched.untilTold("next sync")
        let status = try await watched.scenario.run("ghostvault status")
        #expect(status.output.contains(#/Watched by process \d+, started just now/#))
        #expect(status.output.contains("  next sync  2026-03-"))
        let second = try await watched.scenario.run("ghostvault watch")
        #expect(second.exitCode == 4)
        #expect(second.errors.contains("This vault is watched already by process"))
        try await watched.signal("INT")
        #expect(try await watched.ended() == 0)
        let after = try await watched.scenario.run("ghostvault status")
        #expect(!after.output.contains("Watched"))
        try await watched.scenario.close()
    }

    @Test("writes no transaction where nobody looks at it, as in a service's log")
    func privacy() async throws {
        let watched = try await Watched()
        try await watched.untilTold("next sync")
        try watched.write(Self.rule, to: "rules/50-mine.lua")
        try await watched.untilTold("reclassified")
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        let told = try watched.told()
        let lines = told.split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains(#/^2026-03-1\d \d\d:\d\d:\d\d  /#) }, "\(told)")
        try await watched.scenario.close()
    }

    @Test("reloads everything on SIGHUP")
    func hangUp() async throws {
        let watched = try await Watched()
        try await watched.untilTold("next sync")
        try await watched.signal("HUP")
        try await watched.untilTold("reloaded everything")
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        try await watched.scenario.close()
    }

    #if os(Linux)
        /// Files of a stranger that keep a pass busy as long as they may.
        private static let hostile = [
            "while true do end",
            "rule { name = 'L', when = function(tx) while true do end end, set = { tags = 'x' } }",
            "rule { name = 'R', when = { text = regex '(a|b|ab)*c(a|aa)+x' }, set = { tags = 'x' } }",
            String(repeating: "rule { name = 'L', when = { text = 'A' } } ", count: 400_000),
            (0..<1_000).map {
                "rule { name = 'R\($0)', when = { text = regex '(a|b|ab)*c\($0)(a|aa)+x' }, "
                    + "set = { tags = 'x' } }\n"
            }.joined(),
            "for k = 1, 150 do rule { name = 'T' .. k, when = {}, set = { tags = 't' .. k } } end",
            "for k = 1, 300 do rule { name = 'N' .. k, when = {}, "
                + "set = { append_notes = 'note number ' .. k }, after = true } end",
        ]

        @Test("ends at SIGTERM, whatever lies in rules", .timeLimit(.minutes(30)))
        func hostileFiles() async throws {
            let scenario = try Scenario()
            try await scenario.startBank(" --months 2")
            _ = try await scenario.run(
                "ghostvault connect --token-file token --allow-http-on-loopback")
            /// How often the watcher has waited.
            func waits() throws -> Int {
                let number = try Scenario.text(at: scenario.folder + "/number")
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                let status = try Scenario.text(at: "/proc/\(number)/status")
                return try #require(
                    status.firstMatch(of: /\nvoluntary_ctxt_switches:\s*(\d+)/).flatMap {
                        Int($0.1)
                    })
            }
            /// The seconds of processor time of a watcher that is ended after a file was written.
            func time(_ text: String) async throws -> Double {
                let command = try scenario.start(
                    #"sh -c 'sh -c "echo \$\$ >number; exec ghostvault watch"; times >times'"#,
                    output: "watched")
                try await command.printed("next sync")
                let file = scenario.folder + "/vault/rules/90-hostile.lua"
                let rests = try waits()
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                try await Patience.wait(for: "a watcher that wakes") { try waits() > rests }
                _ = try await scenario.run("kill -TERM $(cat number)")
                #expect(try await command.ended() == 0)
                try FileManager.default.removeItem(atPath: file)
                let times = try Scenario.text(at: scenario.folder + "/times")
                return times.matches(of: /(\d+)m([\d.]+)s/).suffix(2).reduce(0) {
                    $0 + 60 * (Double($1.1) ?? 0) + (Double($1.2) ?? 0)
                }
            }
            let plain = try await time(Self.rule)
            #expect(plain > 0)
            for text in Self.hostile {
                let longer = try await time(text) - plain
                #expect(longer < 2, "\(text.prefix(80))")
            }
            try await scenario.close()
        }

        @Test(
            "ends with its terminal, unless nohup keeps it from that",
            arguments: [("", false), ("nohup ", true)])
        func closedTerminal(prefix: String, goesOn: Bool) async throws {
            let scenario = try Scenario()
            try await scenario.startBank(" --months 2")
            _ = try await scenario.run(
                "ghostvault connect --token-file token --allow-http-on-loopback; touch told")
            let screen = try scenario.startAtTerminal(
                "setsid -c -w \(prefix)ghostvault watch --json >told", environment: [:])
            func told() throws -> String { try Scenario.text(at: scenario.folder + "/told") }
            try await Patience.wait(for: "a plan") {
                try told().contains(#""kind":"waiting""#)
            }
            try screen.hangUp()
            if goesOn {
                try await Patience.wait(for: "a reload") {
                    try told().contains(#""kind":"reloading""#)
                }
                let status = try await scenario.run("ghostvault status")
                let process = try #require(status.output.firstMatch(of: /Watched by process (\d+)/))
                _ = try await scenario.run("kill -TERM \(process.1)")
            }
            #expect(try await screen.ended() == 0)
            try await scenario.close()
        }
    #endif

    @Test("notices what another command brings in and decides")
    func otherCommands() async throws {
        let watched = try await Watched(" --json")
        try await watched.untilTold(#""kind":"waiting""#)
        // The day after this sync, in place of the day after the first. It is told anew where its
        // second is another.
        try await Patience.wait(for: "another plan") {
            _ = try await watched.scenario.run("ghostvault sync")
            return try watched.told().components(separatedBy: #""kind":"waiting""#).count > 2
        }
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        try await watched.scenario.close()
    }

    @Test("tells handlers what happens, and runs the commands that they ask for")
    func handlers() async throws {
        let watched = try await Watched(" --json")
        let folder = watched.scenario.folder
        try await watched.untilTold(#""kind":"waiting""#)
        try "#!/bin/sh\nprintf '%s|' \"$@\" >>\(folder)/said\n".write(
            toFile: folder + "/say", atomically: true, encoding: .utf8)
        _ = try await watched.scenario.run("chmod 700 say")
        try watched.write(
            """
            [commands.say]
            path = "\(folder)/say"
            """, to: "config/automation.toml")
        _ = try await watched.scenario.run("mkdir -p vault/automation")
        try watched.write(
            """
            on("sync_finished", function(e)
                run("say", { e.sync.connection, "$(touch hacked) ; it's here" })
            end)
            """, to: "automation/10-mine.lua")
        try await watched.untilTold(#""kind":"handlers_read","handlers":1"#)
        _ = try await watched.scenario.run("ghostvault sync")
        try await watched.untilTold(#""kind":"sent","sent":1"#)
        let said = try Scenario.text(at: folder + "/said")
        #expect(said == "127.0.0.1|$(touch hacked) ; it's here|")
        let log = try await watched.scenario.run("ghostvault automation log")
        let handler = "automation/10-mine.lua sync_finished"
        let line = #/sync_finished +127.0.0.1 complete +(.*[^ ]) +done/#
        #expect(log.output.firstMatch(of: line).map { String($0.1) } == handler)
        try await watched.signal("TERM")
        #expect(try await watched.ended() == 0)
        try await watched.scenario.close()
    }

    @Test("restarts after being killed")
    func killed() async throws {
        let watched = try await Watched()
        try await watched.untilTold("next sync")
        try await watched.signal("KILL")
        _ = try await watched.ended()
        let status = try await watched.scenario.run("ghostvault status")
        #expect(!status.output.contains("Watched"))
        let again = try watched.scenario.start("ghostvault watch", output: "again")
        try await again.printed("next sync")
        try await again.end()
        try await watched.scenario.close()
    }

    @Test("reports a missing vault and ends")
    func noVault() async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run("ghostvault watch")
        #expect(finished.exitCode == 4)
        #expect(finished.errors.contains("There is no vault"))
        try await scenario.close()
    }
}
