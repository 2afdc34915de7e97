import Foundation
import TestSupport
import Testing

@Suite("Wherever a command is started from", .inTurns)
struct ProcessStartTests {
    @Test("a limit on the size of files is an error, and the vault stays as it was")
    func fileSizeLimit() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        // 20 KiB: less than the database has.
        let limited = try await scenario.run("ulimit -f 20; exec ghostvault backup")
        #expect(limited.exitCode == 4)
        #expect(limited.errors.contains("(ulimit -f)"), "\(limited.errors)")
        #expect(try await scenario.run("ls vault/backups").output.isEmpty)
        #expect(try await scenario.run("ghostvault doctor").exitCode == 0)
        try await scenario.close()
    }

    @Test("a closed standard output is an error, and no file takes its place")
    func closedOutput() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        for command in ["rules list", "status", "dashboard"] {
            let finished = try await scenario.run("ghostvault \(command) >&-")
            #expect(finished.exitCode == 1, "\(command)")
            #expect(finished.errors.contains("The output can't be written"), "\(command)")
        }
        let silent = try await scenario.run("ghostvault status <&- >/dev/null 2>&-")
        #expect(silent.exitCode == 0)
        #expect(try await scenario.run("ghostvault doctor").exitCode == 0)
        try await scenario.close()
    }

    @Test(
        "input that is closed, a folder or endless is an error",
        arguments: [
            "connect --token-file - --allow-http-on-loopback", "connect",
            "rules try vault/rules/10-starter.lua --on -", "import --format simplefin -",
        ])
    func unreadableInput(command: String) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        for (input, reason) in [
            ("<&-", "bad file descriptor"), ("<vault", "it is a folder"),
            ("</dev/zero", "it is larger than "),
        ] {
            let finished = try await scenario.run("ghostvault \(command) \(input)")
            #expect(finished.exitCode == 1, "\(input)")
            #expect(
                finished.errors.hasPrefix("ghostvault: Cannot read standard input: \(reason)"),
                "\(finished.errors)")
        }
        try await scenario.close()
    }

    @Test("a file that is too large is refused, with what to do instead")
    func largeFile() async throws {
        let scenario = try Scenario()
        let imported = try await scenario.run(
            "ghostvault init; truncate -s 65M large; ghostvault import --format simplefin large")
        #expect(imported.exitCode == 1)
        #expect(imported.errors.contains("it is larger than 64 MiB."), "\(imported.errors)")
        #expect(imported.errors.contains("Divide it, and use the parts."), "\(imported.errors)")
        try await scenario.close()
    }

    @Test("an access URL that can't be read is not called missing")
    func unreadableSecret() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        _ = try await scenario.run("ghostvault connect --token-file token --allow-http-on-loopback")
        // Not even root can follow it.
        let listed = try await scenario.run(
            """
            (cd vault/secrets; rm connection-1; ln -s connection-1 connection-1)
            ghostvault connections
            """)
        #expect(listed.output.contains("not readable"), "\(listed)")
        #expect(!listed.output.contains("missing"), "\(listed)")
        try await scenario.close()
    }

    @Test("a rule that an editor leaves endless is an error, and the rule stays as it was")
    func endlessEdit() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(
            "ghostvault init; ghostvault rules add --payee ZORBA --category entertainment")
        let edited = try await scenario.run(
            "VISUAL='ln -sf /dev/zero' ghostvault rules edit stored-1")
        #expect(edited.exitCode == 1)
        #expect(edited.errors.contains("it is larger than 64 MiB"), "\(edited.errors)")
        #expect(try await scenario.run("ghostvault rules show stored-1").output.contains("ZORBA"))
        try await scenario.close()
    }

    #if os(Linux)
        @Test("a watcher goes on when its program is replaced, and says so once")
        func replacedProgram() async throws {
            let scenario = try Scenario()
            _ = try await scenario.run(
                "ghostvault init; cp \"$(command -v ghostvault)\" mine; cp mine other")
            let watcher = try scenario.start("./mine watch", output: "watched")
            try await watcher.printed("no bank is connected")
            _ = try await scenario.run("rm mine; cp other mine")
            for name in ["50-a", "51-b"] {
                _ = try await scenario.run(
                    "echo 'rule { name = \"\(name)\", set = { tags = { \"x\" } } }' "
                        + ">vault/rules/\(name).lua")
                try await watcher.printed("rules/\(name).lua")
            }
            try await watcher.end()
            let told = try Scenario.text(at: scenario.folder + "/watched")
            #expect(told.components(separatedBy: "another version of ghostvault").count == 2)
            #expect(!told.contains("could not be done"), "\(told)")
            try await scenario.close()
        }
    #endif
}
