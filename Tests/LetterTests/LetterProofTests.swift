import Letter
import Model
import Testing

@Suite("The proof of a letter")
struct LetterProofTests {
    private static let page = Households.letter().page()

    @Test("finds that a figure, its rows, an average, a chart and what they repeat add up")
    func sound() {
        let proof = LetterProof(of: Self.page)
        #expect(proof.mistakes == [])
        #expect(proof.figures == 8)
        #expect(proof.rests == 0)
    }

    @Test(
        "finds each amount that is changed on the finished page",
        arguments: [
            // A figure, a row, a figure in a figure, an average, one of its months, a
            // repetition, the figure of a chart and one of its parts.
            ("<b>314.15</b>", "<b>314.16</b>"), ("<b>14.15</b>", "<b>14.51</b>"),
            ("<b>300.00</b>", "<b>30.00</b>"), ("<b>200.01</b>", "<b>200.02</b>"),
            ("<b>190.00</b>", "<b>191.00</b>"), ("-314.15", "-314.14"),
            ("2,985.85", "2,985.86"), ("<b>-1,000.00</b>", "<b>1,000.00</b>"),
            ("<b>120.00</b>", "<b>one</b>"), ("usually</span>", "usually 12.00</span>"),
        ])
    func changed(before: String, after: String) throws {
        let range = try #require(Self.page.firstRange(of: before))
        let page = Self.page.replacingCharacters(range, with: after)
        #expect(!LetterProof(of: page).mistakes.isEmpty)
    }

    @Test("finds rows that were taken away or doubled, and a cut page", arguments: [0, 2])
    func rows(times: Int) throws {
        let row = try #require(
            Self.page.firstMatch(of: /<tr><td class="day">2026-11-03.*?<\/tr>/)?.output)
        let page = Self.page.replacing(row, with: String(repeating: String(row), count: times))
        #expect(!LetterProof(of: page).mistakes.isEmpty)
        #expect(!LetterProof(of: String(Self.page.dropLast(200))).mistakes.isEmpty)
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}
