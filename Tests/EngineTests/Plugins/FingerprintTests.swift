import Classification
import Engine
import Testing

@Suite("Fingerprints of plugins")
struct FingerprintTests {
    private func fingerprint(_ files: (path: String, text: String)...) -> Fingerprint {
        Fingerprint(
            of: files.map { PluginSource.File(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    @Test("are the same for the same files only")
    func differences() {
        let plain = fingerprint(("a", "bc"), ("d", ""))
        #expect(plain == fingerprint(("a", "bc"), ("d", "")))
        let others = [
            fingerprint(("a", "bd"), ("d", "")), fingerprint(("ab", "c"), ("d", "")),
            fingerprint(("a", "bc")), fingerprint(("a", "bcd"), ("", "")),
            fingerprint(("a", "b"), ("d", "c")), fingerprint(("a", "bc"), ("e", "")),
            fingerprint(("a", "bc"), ("d", ""), ("e", "")),
        ]
        #expect(Set(others + [plain]).count == others.count + 1)
    }

    @Test("show 16 of their 64 digits, in groups")
    func shortForm() {
        let fingerprint = fingerprint()
        #expect(
            fingerprint.description
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(fingerprint.short == "e3b0 c442 98fc 1c14")
    }
}
