import Foundation
import Testing

/// A vault with everything that a journal could stumble over.
enum OddVault {
    static func scenario() async throws -> Scenario {
        let scenario = try Scenario()
        let finished = try await scenario.run(preparation)
        guard finished.exitCode == 0 else { throw Journals.Unlike(words: finished.errors) }
        return scenario
    }

    private static let preparation = #"""
        ghostvault init --config >/dev/null
        cat >vault/rules/20-mine.lua <<'END'
        rule { name = "Split", when = { text = "GROCERY" }, set = { payee = "Groc|er; \"x\"", tags = { "date", "payee", "food" },
          notes = "a, b: [c] ; d", splits = { { category = "groceries", amount = 5 }, { category = "healthcare", note = "pharmacy, [x]" } } } }
        rule { name = "Out", when = { text = "LEFT OUT" }, set = { excluded = true } }
        rule { name = "Ignore", when = { text = "PLEASE IGNORE" }, set = { class = "ignore" } }
        rule { name = "Loan", when = { text = "SAM EXAMPLE" }, set = { loan = "Sam: \"S\"" } }
        END
        cat >vault/config/rates.toml <<'END'
        base = "USD"
        [[rate]]
        currency = "EUR"
        value = 1.08
        [[rate]]
        currency = "EUR"
        day = "2026-03-01"
        value = 1.09
        [[rate]]
        currency = "JPY"
        value = 0.0066
        END
        cat >first.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Joe's \"Checking\": main; [x]\ninclude /etc/passwd", "currency": "USD", "balance": "1000.00",
           "balance-date": 1767268800, "transactions": [
            {"id": "1", "posted": 1767182400, "amount": "500.00", "description": "PAYROLL ACME"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "S1", "name": "Joe's -Checking-: main; [x] include /etc/passwd", "currency": "USD", "balance": "200.00",
           "balance-date": 1767268800, "transactions": []}]}
        END
        cat >second.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Joe's \"Checking\": main; [x]\ninclude /etc/passwd", "currency": "USD", "balance": "2500.10",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "2", "posted": 1772366400, "amount": "3000.00", "description": "PAYROLL ACME"},
            {"id": "3", "posted": 1772712000, "amount": "-54.99", "description": "GROCERY; date:1900-01-01, [2020-02-30] | x:y\ninclude x", "memo": "a\\b \"q\" \u2028 \u0000 [=1999/99/99] :tag:"},
            {"id": "4", "posted": 1773057600, "amount": "-200.00", "description": "TRANSFER TO SAVINGS"},
            {"id": "5", "posted": 1773057600, "amount": "0.00", "description": "(code) * ! = ; \u0301 ;\u0301include"},
            {"id": "6", "posted": 1773144000, "amount": "-9.99", "description": "\" \\ #tag ^link {1 USD} @@ 3"},
            {"id": "7", "posted": 1773144000, "amount": "-70.00", "description": "ZELLE TO SAM EXAMPLE"},
            {"id": "8", "posted": 1773230400, "amount": "-300.00", "description": "TRANSFER TO SAVINGS"},
            {"id": "9", "posted": 1773230400, "amount": "-5.00", "description": "  "},
            {"id": "10", "posted": 1773230400, "amount": "9.99", "description": "\" \\ #tag ^link {1 USD} @@ 3 REFUND"},
            {"id": "11", "posted": 1773230400, "amount": "-11.00", "description": "LEFT OUT OF ALL"},
            {"id": "12", "posted": 1773230400, "amount": "-13.00", "description": "PLEASE IGNORE"},
            {"id": "13", "posted": 1773316800, "amount": "-120.00", "description": "EXCHANGE TO EUR"},
            {"id": "15", "posted": 1773316800, "amount": "-60.00", "description": "EXCHANGE TO YEN"},
            {"id": "16", "posted": 1773316800, "amount": "-17.00", "description": "TRANSFER TO ELSEWHERE"},
            {"id": "14", "posted": 0, "transacted_at": 1773316800, "pending": true, "amount": "-12.34", "description": "COFFEE PENDING"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "S1", "name": "Joe's -Checking-: main; [x] include /etc/passwd", "currency": "USD", "balance": "1200.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773057600, "amount": "200.00", "description": "TRANSFER FROM CHECKING"},
            {"id": "2", "posted": 1773403200, "amount": "300.00", "description": "TRANSFER FROM CHECKING"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "E1", "name": "2️⃣ Reise 🎉 Konto  ", "currency": "EUR", "balance": "108.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773316800, "amount": "110.00", "description": "EXCHANGE FROM USD"},
            {"id": "2", "posted": 1773403200, "amount": "-2.00", "description": "MUSÉE"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "Y1", "name": "日本: 口座", "currency": "JPY", "balance": "9000",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773403200, "amount": "9000", "description": "EXCHANGE FROM USD"}]},
          {"org": {"domain": "second.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "P1", "name": "", "currency": "https://x.example/coin;\"1\"", "balance": "3.50",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773403200, "amount": "3.50", "description": "POINTS"}]},
          {"org": {"domain": "second.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "V1", "name": "Visa Credit Card", "currency": "USD", "balance": "-80.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773403200, "amount": "-80.00", "description": "HOTEL"}]},
          {"org": {"domain": "second.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "H1", "name": "Old Hidden", "currency": "USD", "balance": "33.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773403200, "amount": "-8.00", "description": "GROCERY HIDDEN"}]},
          {"org": {"domain": "second.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "B1", "name": "Joint Brokerage", "currency": "USD", "balance": "900.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773403200, "amount": "-100.00", "description": "BUY VTSAX"},
            {"id": "2", "posted": 1773403200, "amount": "3.00", "description": "DIVIDEND"}]}]}
        END
        GHOSTVAULT_TODAY=2026-01-01 ghostvault import --format simplefin first.json >/dev/null
        ghostvault import --format simplefin second.json >/dev/null
        ghostvault transfers mark 13 19 >/dev/null
        ghostvault transfers mark 14 21 >/dev/null
        ghostvault transactions set 9 --tag "Ürlaub 1/2" --payee "(9) * ! '$HOME'" >/dev/null
        ghostvault accounts hide 7 >/dev/null
        ghostvault accounts track 6 >/dev/null
        """#
}
