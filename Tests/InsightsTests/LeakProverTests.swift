import Insights
import Model
import Testing
import Vault

@Suite("The proof of a ghost-safe copy")
struct LeakProverTests {
    private static let facts = PrivateFacts(
        texts: [
            "Netflix", "NETFLIX.COM 866-579-7172", "Sam Porter", "Harbour Credit Union",
            "Everyday Checking", "DE89 3704 0044 0532 0130 00", "TXN-20260315-77", "Zoë Brûlé",
            "hospital-bills", "secret-surcharge", "Acme Payroll", "ING", "20-mine.lua",
        ],
        amounts: [1_549, 421_037, 185_000, 4], days: [20_527])
    private static let prover = LeakProver(
        facts, publicWords: GhostCopy.publicWords.union(["groceries", "home"]))

    @Test(
        "fails for each planted leak",
        arguments: [
            // Payees, persons, accounts, banks; and parts of their names.
            "Netflix", "netflix", "NETFLIX", "Sam", "Porter", "Harbour", "Union", "Everyday",
            "Acme", "Payroll", "ING", "Netf", "Harb", "orte",
            // Tags, notes, rules, plugins.
            "hospital", "surcharge", "mine", "lua", "hospital_bills",
            // Spacing and case.
            "N e t f l i x", "N.e.t.f.l.i.x", "N-e-t-f-l-i-x", "n_e_t_f_l_i_x", "Net flix",
            "Net\nflix", "nEtFlIx", "S a m", "Asset_Netflix", "Asset_A_S", "xNetflixy",
            // Backwards, and digits for letters.
            "xilfteN", "N3tflix", "Netfl1x", "P0rter",
            // Other alphabets, composition, invisible characters and folded accents.
            "Nеtflix", "Ｎｅｔｆｌｉｘ", "Zoë", "Zoe\u{308}", "Zoe", "Brule", "Net\u{200B}flix",
            "Net\u{AD}flix", "\u{202E}groceries", "𝐍etflix", "ⓝetflix",
            // Escapes.
            "&#78;etflix", "&#x4e;", "%4E%65%74", "\\u004eetflix", "TmV0ZmxpeA", "=4E",
            // Amounts in the formats of the world.
            "15.49", "15,49", "15 49", "1549", "15'49", "4,210.37", "4.210,37", "4 210,37",
            "4210.37", "4210", "421037", "1850", "1,850", "1 850", "1_850", "1|850", "1:850",
            "-15.49", "$15.49", "15.4", "１５", "١٥", "0.04", "1.549e1", "1e3", "0x60D",
            // Days.
            "2026-03-15", "15.03.2026", "03/15/2026", "15 March", "Mar 15", "March", "20260315",
            "2026", "15-3-26", "20527", "1773532800", "Sunday", "Q1", "W11",
            // Account numbers, their last four digits, ids.
            "3704", "0130", "013", "7172", "866 579 7172", "DE89", "3 7 0 4", "TXN",
            "TXN-20260315-77",
        ])
    func planted(leak: String) {
        let text = "- Groceries: \(leak)\n"
        #expect(!Self.prover.leaks(in: text).isEmpty)
    }

    /// All but "Sam" are brands, and "Porter" is in an account's name, too.
    private static let naming = LeakProver(
        PrivateFacts(texts: facts.texts, ownNames: ["Porter's Checking"]),
        publicWords: GhostCopy.publicWords,
        isPublicName: { ["Netflix", "Porter", "Home Depot", "Emma Porter"].contains($0) })

    @Test(
        "fails for what hides behind merchants that may be named",
        arguments: [
            "Porter", "Emma Porter", "Netflix Sam", "Sam Netflix", "netflix", "Net flix", "Depot",
            "Home", "Home Depot Sam", "Netflix 1549", "Nеtflix", "Sam",
        ])
    func plantedBehindMerchants(leak: String) {
        #expect(!Self.naming.leaks(in: "- \(leak) (amount)\n").isEmpty)
    }

    @Test("passes public merchants alone where they may be named, and nowhere else")
    func publicMerchants() {
        let text = "- Netflix (amount)\n- Home Depot (amount)\n\"name\": \"Netflix\"\n"
        #expect(Self.naming.leaks(in: text) == [])
        #expect(!Self.prover.leaks(in: text).isEmpty)
    }

    @Test(
        "passes what can't identify anybody",
        arguments: [
            "", "Groceries: 20 %", "Month 1, Day 15: Asset_A (Checking), Groceries, spending 5",
            "- Liability_B (Credit Card): unknown\n- Home: 999", "\"share\": 10,\n\"months\": 12",
        ])
    func harmless(text: String) {
        #expect(Self.prover.leaks(in: text) == [])
    }

    @Test("tells a word of the vault from one that is only unknown")
    func kinds() {
        #expect(Self.prover.leaks(in: "Netflix").map(\.kind) == [.word])
        #expect(Self.prover.leaks(in: "Spotify").map(\.kind) == [.unknownWord])
    }

    @Test("counts the words that aren't public, the amounts and the days")
    func count() {
        let facts = PrivateFacts(
            texts: ["Home Depot", "HOME, SWEET"], amounts: [1, 2], days: [5])
        #expect(LeakProver(facts, publicWords: ["home"]).checked == 5)
    }
}
