#if canImport(KeychainStandIn)
    import DemoHousehold
    import Engine
    import Foundation
    import KeychainStandIn
    import Secrets
    import Testing
    import Vault

    @Suite("Access URLs in the Keychain")
    struct KeychainPlaceTests {
        private let demo: DemoVault
        private let keychain: Keychain
        private let connection: Connection
        private let accessURL: String

        init() throws {
            keychain = try #require(Keychain())
            demo = try DemoVault()
            connection = try demo.connect()
            accessURL = try demo.accessURL(connection)
            demo.transport.show(.ordinary, at: today.noon)
        }

        private var engine: Engine { demo.engine(keychain: keychain) }

        private func synchronise(_ engine: Engine) throws -> SyncReport {
            try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        }

        private func reference() throws -> String {
            try String(contentsOfFile: demo.secretPath(connection), encoding: .utf8)
        }

        private func isInKeychain(_ reference: String) throws -> Bool {
            let line = try #require(
                reference.split(separator: "\n").first { $0.hasPrefix("name: ") })
            return keychain_stand_in_has(
                "ghostvault", String(line.dropFirst(6)), "GhostVault: \(connection.name)")
        }

        @Test("are there unless the person wants a file, are in no file, and sync")
        func kept() throws {
            #expect(engine.usualSecretPlace == .keychain)
            let wanted = try engine.keepSecret(of: connection, in: .file)
            #expect((wanted.place, wanted.refusal) == (.file, nil))
            let kept = try engine.keepSecret(of: connection, in: nil)
            #expect((kept.place, kept.refusal) == (.keychain, nil))
            #expect(try engine.secretPlace(of: connection) == .keychain)
            #expect(try isInKeychain(reference()))
            #expect(try !reference().contains(accessURL))
            #expect(try demo.mode(of: demo.secretPath(connection)) == 0o600)
            #expect(try synchronise(engine).outcome == .complete)
        }

        @Test("come back into their file, and leave the Keychain")
        func back() throws {
            try engine.moveSecret(of: connection, to: .keychain)
            let before = try reference()
            try engine.moveSecret(of: connection, to: .keychain)
            #expect(try reference() == before)
            try engine.moveSecret(of: connection, to: .file)
            #expect(try demo.accessURL(connection) == accessURL)
            #expect(try !isInKeychain(before))
        }

        @Test("leave it with their connection")
        func removed() throws {
            try engine.moveSecret(of: connection, to: .keychain)
            let before = try reference()
            try engine.remove(connection)
            #expect(try !isInKeychain(before))
        }

        @Test("stay in their file where the Keychain does not take them")
        func notTaken() throws {
            defer { keychain_stand_in_behave(false, 0, KEYCHAIN_STAND_IN_ALLOWS) }
            keychain_stand_in_behave(true, 0, KEYCHAIN_STAND_IN_IS_AWAY)
            let kept = try engine.keepSecret(of: connection, in: nil)
            #expect((kept.place, kept.refusal) == (.file, .keychain(.unattended)))
            #expect(throws: EngineError.secretKeeperUnusable(.keychain(.unattended))) {
                try engine.trySecretKeeper(.keychain)
            }
            #expect(try demo.accessURL(connection) == accessURL)
            keychain_stand_in_behave(false, 0, KEYCHAIN_STAND_IN_ALLOWS)
            try engine.trySecretKeeper(.keychain)
        }

        @Test("are given to no build that the person does not let have them")
        func newBuild() throws {
            defer { keychain_stand_in_behave(false, 0, KEYCHAIN_STAND_IN_ALLOWS) }
            try engine.moveSecret(of: connection, to: .keychain)
            keychain_stand_in_behave(false, 1, KEYCHAIN_STAND_IN_DENIES)
            #expect(
                throws: EngineError.secretNotGiven(
                    connection: connection.name, .keychain(.denied))
            ) { try synchronise(engine) }
            keychain_stand_in_behave(false, 1, KEYCHAIN_STAND_IN_ALLOWS)
            #expect(try synchronise(engine).outcome == .complete)
        }

        @Test("are told to be on a Mac where a vault was copied to something else")
        func copied() throws {
            try engine.moveSecret(of: connection, to: .keychain)
            #expect(
                throws: EngineError.secretNotGiven(
                    connection: connection.name, .keychain(.notHere))
            ) { try synchronise(demo.engine()) }
            #expect(demo.engine().host(of: connection) == "bridge.example")
        }
    }
#endif
