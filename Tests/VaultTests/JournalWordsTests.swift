import Model
import Testing
import Vault

@Suite("What a summary quotes")
struct JournalWordsTests {
    @Test(
        "is as it would be typed, and short",
        arguments: [
            ("House", "House"), ("Car loan", "\"Car loan\""), ("", "\"\""),
            (String(repeating: "a", count: 41), String(repeating: "a", count: 40) + "…"),
        ])
    func quoted(text: String, words: String) {
        #expect(JournalWords.quoted(text) == words)
    }

    @Test("is at most five of a list")
    func listed() {
        #expect(JournalWords.listed(["a", "b"]) == "a, b")
        #expect(JournalWords.listed("abcdefg".map(String.init)) == "a, b, c, d, e and 2 more")
    }

    @Test("is an account's name, the nickname first, with what was decided")
    func accounts() throws {
        let stored = try StoredVault()
        try stored.store(account("A1", []), account("A2", []))
        let vault = stored.vault
        try vault.decideType(.credit, account: 1)
        try vault.nameAccount("Car loan", account: 1)
        try vault.decideMinimumPayment(25_000, account: 1)
        try vault.decideVisibility(.hidden, accounts: [1, 2])
        #expect(
            try vault.history().map(\.summary) == [
                #"accounts: "Car loan", "Account A2" are hidden"#,
                #"accounts minimum "Car loan" 250.00 USD"#,
                #"accounts rename "Account A1" "Car loan""#, #"accounts type "Account A1" credit"#,
            ])
    }
}
