import Platform
import Testing

@Suite("Names of services")
struct ServiceNameTests {
    private let usual = "/home/ann/.local/share/ghostvault"

    private func name(_ vault: String) -> String {
        ServiceName(vault: vault, usualVault: usual).text
    }

    @Test("are short for the usual vault")
    func usualVault() {
        #expect(name(usual) == "ghostvault-watch")
    }

    @Test("have the folder's name and a hash for another")
    func other() {
        #expect(name("/srv/money/Ann & Bob's 100%").hasPrefix("ghostvault-watch-ann-bob-s-100-"))
    }

    @Test("differ for vaults with equal folder names")
    func different() {
        #expect(name("/a/money") != name("/b/money"))
    }

    @Test(
        "have no character that a unit's name can't have",
        arguments: ["/", "/é/ü", "/a/\u{202E}", "/x/.", "/" + String(repeating: "y", count: 300)])
    func plain(vault: String) {
        let text = name(vault)
        #expect(text.wholeMatch(of: /[a-z0-9-]{1,80}/) != nil)
    }
}
