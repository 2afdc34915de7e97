#if canImport(KeychainStandIn)
    import Foundation
    import Testing

    /// Every command is a process of its own; a file is the keychain of all.
    @Suite("Secrets in the Keychain", .inTurns)
    struct KeychainCommandTests {
        private let connect =
            "ghostvault connect --token-file token --allow-http-on-loopback --no-sync"

        private func scenario() throws -> Scenario {
            let file = FileManager.default.temporaryDirectory
                .appendingPathComponent("keychain-\(UUID().uuidString)")
            return try Scenario(environment: [
                "GHOSTVAULT_SECRETS": "", "KEYCHAIN_STAND_IN_FILE": file.path,
            ])
        }

        private func close(_ scenario: Scenario) async throws {
            _ = try await scenario.run("rm -f \"$KEYCHAIN_STAND_IN_FILE\"")
            try await scenario.close()
        }

        @Test("are kept there without being asked, serve every command, and are shown by none")
        func kept() async throws {
            let scenario = try scenario()
            try await scenario.startBank(" --months 3")
            let connected = try await scenario.run(connect)
            #expect(connected.output.contains("The access URL is kept in your Keychain.\n"))
            #expect(try await scenario.run("ghostvault sync").exitCode == 0)
            let listed = try await scenario.run("ghostvault connections")
            #expect(listed.output.contains("Keychain"))
            let json = try await scenario.run("ghostvault connections --json")
            #expect(json.output.contains(#""secret": "keychain""#))
            for command in ["status", "doctor", "accounts --json", ""] {
                _ = try await scenario.run("ghostvault \(command)")
            }
            _ = try await scenario.run("cat vault/vault.sqlite* vault/config/* vault/secrets/*")
            let moved = try await scenario.run("ghostvault connections secure 127.0.0.1 --in file")
            #expect(moved.output.contains("  \(scenario.folder)/vault/secrets/connection-1\n"))
            let secrets = try scenario.secrets()
            try #require(secrets.count >= 4)
            for secret in secrets { #expect(!scenario.printed.contains(secret)) }
            let back = try await scenario.run("ghostvault connections secure 127.0.0.1")
            #expect(back.output == "The access URL is kept in your Keychain.\n")
            try await close(scenario)
        }

        @Test(
            "that macOS does not give are told with what to do",
            arguments: [
                ("LOCKED=1 KEYCHAIN_STAND_IN_ANSWER=3", "cannot ask in this session"),
                ("LOCKED=1 KEYCHAIN_STAND_IN_ANSWER=1", "the question was closed"),
                ("BUILD=7 KEYCHAIN_STAND_IN_ANSWER=2", "another build put it there"),
                ("FILE=/dev/null", "leaves its secrets behind"),
            ])
        func notGiven(state: String, words: String) async throws {
            let scenario = try scenario()
            try await scenario.startBank("")
            _ = try await scenario.run(connect)
            let refused = try await scenario.run("KEYCHAIN_STAND_IN_\(state) ghostvault sync")
            #expect(refused.exitCode == 6)
            #expect(refused.errors.contains(words))
            #expect(refused.errors.contains("ghostvault connections secure --in file"))
            #expect(try await scenario.run("ghostvault sync").exitCode == 0)
            try await close(scenario)
        }

        @Test("are claimed from no token where the wanted Keychain does not take them")
        func notTaken() async throws {
            let scenario = try scenario()
            try await scenario.startBank("")
            let away = "KEYCHAIN_STAND_IN_LOCKED=1 KEYCHAIN_STAND_IN_ANSWER=3 "
            let refused = try await scenario.run(away + connect + " --secrets keychain")
            #expect(refused.exitCode == 1)
            #expect(refused.errors.contains("The token was not claimed."))
            let connected = try await scenario.run(away + connect)
            #expect(connected.exitCode == 0)
            #expect(connected.output.contains("cannot ask in this session"))
            #expect(try await scenario.run("ghostvault sync").exitCode == 0)
            try await close(scenario)
        }
    }
#endif
