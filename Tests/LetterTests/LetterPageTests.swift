import Letter
import Model
import Testing

@Suite("A letter's page")
struct LetterPageTests {
    private static let hostile = [
        "</details><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
        "<!-- <b>9.99</b>", "]]> &lt;b&gt; &#60;", "\u{202E}evil\u{2066}", "a\u{0}\u{1B}[31m\nb",
        "</style><style>*{display:none}", "</b><b>1.00", "' onload='x",
    ]

    @Test("keeps text from outside as text, isolated, wherever it stands", arguments: hostile)
    func text(name: String) throws {
        let letter = Households.letter(payee: name)
        let page = letter.page()
        #expect(LetterProof(of: page).mistakes == [])
        // The same elements as with a harmless name.
        let tags = page.matches(of: /<[^>]*>/).map(\.output)
        let harmless = Households.letter(payee: "Shop").page().matches(of: /<[^>]*>/).map(\.output)
        #expect(tags == harmless)
        #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!page.unicodeScalars.contains { "\u{202E}\u{2066}".unicodeScalars.contains($0) })
    }

    @Test("has no script and fetches nothing, says so, and is a document for every reader")
    func document() {
        let page = Households.letter().page()
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        #expect(page.contains("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"))
        #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
        #expect(!page.contains("<link") && !page.contains("<img") && !page.contains("url(h"))
        #expect(page.contains("<h1>") && page.contains("prefers-color-scheme:dark"))
        #expect(page.contains("@page") && page.contains("scope=\"row\""))
        #expect(page.contains("role=\"img\"><title>"))
    }

    @Test("adds up with at most 300 kB, whatever it has to list", arguments: [10, 600])
    func size(count: Int) {
        let rows = (0..<40).map { payee in
            Letter.Figure(
                sumOf: (0..<count / 10).map { number in
                    Letter.Figure(
                        "\(String(repeating: "long ", count: 30))", .usd(Int64(number * 7 - 90)),
                        as: .spending, on: CalendarDay("2026-11-03"),
                        remark: "\(String(repeating: "reason ", count: 30))")
                }, "Payee \(String(payee))", in: .usd, as: .spending)
        }
        let letter = Letter(
            title: "2026", notes: [],
            sections: [
                Letter.Section(
                    "Spending",
                    parts: [
                        .figure(Letter.Figure(sumOf: rows, "All", in: .usd, as: .spending))
                    ])
            ])
        let page = letter.page()
        let proof = LetterProof(of: page)
        #expect(proof.mistakes == [])
        #expect(page.utf8.count <= 300_000)
        #expect((proof.rests > 0) == (count > 300))
    }

    @Test(
        "tells by a word what a sign means",
        arguments: [
            (Letter.Meaning.spending, "-5.00", "back"), (.income, "-5.00", "taken back"),
            (.balance, "-5.00", "owed"), (.change, "+5.00", "more"), (.change, "-5.00", "less"),
            (.flow, "+5.00", "in"), (.flow, "-5.00", "out"),
        ])
    func sign(meaning: Letter.Meaning, amount: String, word: String) {
        let money = Money.usd(amount.hasPrefix("-") ? -500 : 500)
        let figure = Letter.Figure(
            sumOf: [Letter.Figure("Row", money, as: meaning)], "Sum", in: .usd, as: meaning)
        let page = Letter(
            title: "2026", notes: [], sections: [Letter.Section("One", parts: [.figure(figure)])]
        ).page()
        #expect(page.contains("<b>\(amount)</b><em> \(word)</em>"))
    }
}

/// Letters with one of everything.
enum Households {
    static func letter(payee: String = "Blue Heron") -> Letter {
        let groceries = Letter.Figure(
            sumOf: [
                Letter.Figure(
                    "\(payee)", .usd(12_000), as: .spending, on: CalendarDay("2026-11-03"),
                    remark: "\(payee)"),
                Letter.Figure("\(payee)", .usd(18_000), as: .spending),
            ], "\(payee)", in: .usd, as: .spending,
            usual: Letter.Usual(
                "by the 6th usually", .usd(20_001),
                [("September", .usd(19_000)), ("October", .usd(21_001))]))
        var spending = Letter.Figure(
            sumOf: [groceries, Letter.Figure("\(payee)", .usd(1_415), as: .spending)],
            "Spending", in: .usd, as: .spending, id: "spending-1")
        spending.hasBars = true
        let change = Letter.Figure(
            sumOf: [
                Letter.Figure("Income", .usd(330_000), as: .flow),
                Letter.Figure(
                    "Spending", .usd(-31_415), as: .flow,
                    source: .init("spending-1", isNegated: true)),
            ], "Change", in: .usd, as: .change)
        let chart = Letter.Chart(
            .line, "Net worth in \(payee)", columns: ["assets", "debts", "net"],
            rows: [
                ("October", [.usd(500_000), .usd(-100_000), .usd(400_000)]),
                ("November", [.usd(100), .usd(-31), .usd(69)]),
            ])
        return Letter(
            title: "November 2026", notes: ["\(payee) needs you."],
            sections: [
                Letter.Section(
                    "Net worth", notes: ["\(payee)"], parts: [.figure(change), .chart(chart)]),
                Letter.Section("Spending", parts: [.figure(spending)]),
            ])
    }
}

extension Currency {
    static let usd = Currency(code: "USD")
}

extension Money {
    static func usd(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .usd) }
}
