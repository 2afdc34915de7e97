import Model
import SimpleFIN
import Testing

@Suite("A query")
struct QueryTests {
    @Test("asks for version 2, and leaves out what is not wanted")
    func bare() {
        #expect(Query().encoded == "version=2")
    }

    @Test("sends days as the seconds of their UTC midnight")
    func days() {
        let query = Query(start: CalendarDay("2025-01-11"), end: CalendarDay("2025-02-24"))
        #expect(query.encoded == "version=2&start-date=1736553600&end-date=1740355200")
    }

    @Test("asks for pending transactions with 1, and never says 0")
    func pending() {
        #expect(Query(includesPending: true).encoded == "version=2&pending=1")
        #expect(!Query(includesPending: false).encoded.contains("pending"))
    }

    @Test("can ask for balances only")
    func balances() {
        #expect(Query(balancesOnly: true).encoded == "version=2&balances-only=1")
    }

    @Test(
        "keeps an account's id one value, whatever it holds",
        arguments: [
            ("ACT-1a_2.b~", "ACT-1a_2.b~"),
            ("Demo Savings", "Demo%20Savings"),
            ("a&pending=1#x", "a%26pending%3D1%23x"),
            ("50%+/?é", "50%25%2B%2F%3F%C3%A9"),
            ("tab\t\0", "tab%09%00"),
        ])
    func accounts(_ id: String, _ encoded: String) {
        #expect(Query(accounts: [id, "B"]).encoded == "version=2&account=\(encoded)&account=B")
    }
}
