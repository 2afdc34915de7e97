#if canImport(KeychainStandIn)
    import KeychainStandIn
    import Secrets
    import Testing

    /// How the keychain behaves is set in each test, since it is a matter of the
    /// thread.
    @Suite("The Keychain")
    struct KeychainTests {
        private let keychain: Keychain
        private let name = SecretName.unused()

        init() throws {
            keychain = try #require(Keychain())
        }

        @Test(
            "gives back what it was given, byte for byte",
            arguments: [
                "https://demo:p%40ss@bridge.example/simplefin", "", "ünï¢ødé 🔑", "two\nlines\n",
                "a\0b", " ", String(repeating: "long ", count: 20_000),
            ])
        func kept(secret: String) throws {
            try keychain.keep(secret, as: name, label: "A label")
            #expect(try keychain.secret(named: name) == secret)
        }

        @Test("has a secret as a password of the program, with the label that a person sees")
        func found() throws {
            try keychain.keep("secret", as: name, label: "GhostVault: Otter é")
            #expect(keychain_stand_in_has("ghostvault", name.identifier, "GhostVault: Otter é"))
        }

        @Test("keeps secrets of different names apart")
        func apart() throws {
            let other = SecretName.unused()
            try keychain.keep("first", as: name, label: "Same label")
            try keychain.keep("second", as: other, label: "Same label")
            #expect(try keychain.secret(named: name) == "first")
            try keychain.remove(name)
            #expect(throws: KeychainError.noSuchSecret) { try keychain.secret(named: name) }
            #expect(try keychain.secret(named: other) == "second")
        }

        @Test("a new secret takes the place of the one of its name, of which nothing stays")
        func replaced() throws {
            try keychain.keep("old", as: name, label: "Old label")
            try keychain.keep("new", as: name, label: "New label")
            #expect(try keychain.secret(named: name) == "new")
            #expect(keychain_stand_in_has("ghostvault", name.identifier, "New label"))
            try keychain.remove(name)
            #expect(throws: KeychainError.noSuchSecret) { try keychain.secret(named: name) }
        }

        @Test("says so where there is nothing to give or to remove")
        func missing() {
            #expect(throws: KeychainError.noSuchSecret) { try keychain.secret(named: name) }
            #expect(throws: KeychainError.noSuchSecret) { try keychain.remove(name) }
        }

        private static let unwilling: [(keychain_stand_in_person, KeychainError)] = [
            (KEYCHAIN_STAND_IN_CANCELS, .cancelled), (KEYCHAIN_STAND_IN_DENIES, .denied),
            (KEYCHAIN_STAND_IN_IS_AWAY, .unattended),
        ]

        @Test(
            "takes and gives nothing while it is locked and nobody unlocks it", arguments: unwilling
        )
        func locked(person: keychain_stand_in_person, error: KeychainError) throws {
            defer { keychain_stand_in_behave(false, 0, KEYCHAIN_STAND_IN_ALLOWS) }
            try keychain.keep("secret", as: name, label: "A label")
            keychain_stand_in_behave(true, 0, person)
            #expect(throws: error) { try keychain.secret(named: name) }
            #expect(throws: error) { try keychain.keep("other", as: name, label: "A label") }
            #expect(throws: error) { try keychain.remove(name) }
            keychain_stand_in_behave(true, 0, KEYCHAIN_STAND_IN_ALLOWS)
            #expect(try keychain.secret(named: name) == "secret")
        }

        @Test(
            "gives a new build nothing that another put there unless the person lets it",
            arguments: unwilling)
        func newBuild(person: keychain_stand_in_person, error: KeychainError) throws {
            defer { keychain_stand_in_behave(false, 0, KEYCHAIN_STAND_IN_ALLOWS) }
            try keychain.keep("secret", as: name, label: "A label")
            keychain_stand_in_behave(false, 1, person)
            #expect(throws: error) { try keychain.secret(named: name) }
            #expect(throws: error) { try keychain.keep("other", as: name, label: "A label") }
            keychain_stand_in_behave(false, 1, KEYCHAIN_STAND_IN_ALLOWS)
            #expect(try keychain.secret(named: name) == "secret")
            keychain_stand_in_behave(false, 1, KEYCHAIN_STAND_IN_IS_AWAY)
            #expect(try keychain.secret(named: name) == "secret")
        }

        @Test(
            "tells what macOS says",
            arguments: [
                (-25307, KeychainError.noDefault), (-25294, .noDefault), (-25291, .unavailable),
                (-108, .outOfMemory), (-128, .cancelled), (-25293, .denied), (-25243, .denied),
                (-25244, .denied), (-25308, .unattended), (-25315, .unattended),
                (-25300, .noSuchSecret), (-34018, .refused), (-50, .refused), (-1, .refused),
            ] as [(Int32, KeychainError)])
        func statuses(status: Int32, error: KeychainError) throws {
            try keychain.keep("secret", as: name, label: "A label")
            keychain_stand_in_fail_next(status)
            #expect(throws: error) { try keychain.secret(named: name) }
            keychain_stand_in_fail_next(status)
            #expect(throws: error) { try keychain.keep("other", as: name, label: "A label") }
            keychain_stand_in_fail_next(status)
            #expect(throws: error) { try keychain.remove(name) }
            #expect(try keychain.secret(named: name) == "secret")
        }

        @Test("is left nothing to free, and no secret that is not overwritten")
        func frees() throws {
            let objects = keychain_stand_in_objects()
            let unwiped = keychain_stand_in_unwiped()
            try keychain.keep("secret", as: name, label: "A label")
            try keychain.keep("other", as: name, label: "A label")
            #expect(try keychain.secret(named: name) == "other")
            for status in [-25293, -25308, -50] as [Int32] {
                keychain_stand_in_fail_next(status)
                #expect(throws: KeychainError.self) { try keychain.secret(named: name) }
                keychain_stand_in_fail_next(status)
                #expect(throws: KeychainError.self) {
                    try keychain.keep("third", as: name, label: "A label")
                }
            }
            try keychain.remove(name)
            #expect(keychain_stand_in_objects() == objects)
            #expect(keychain_stand_in_unwiped() == unwiped)
        }
    }
#endif
