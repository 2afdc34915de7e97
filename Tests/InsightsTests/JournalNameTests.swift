import Testing

@testable import Insights

@Suite("Names in journals")
struct JournalNameTests {
    @Test(
        "are legal, whatever the bank's are",
        arguments: [
            ("Checking (1234)", "Checking (1234)", "Checking-1234"),
            ("a:b;c\"d[e]", "a-b-c-d-e-", "A-b-c-d-e"),
            ("two  spaces\n", "two spaces", "Two-spaces"),
            ("", "unnamed", "Unnamed"), ("::", "--", "Unnamed"), ("1st", "1st", "1st"),
            ("日本", "日本", "X日本"), ("été", "été", "Été"), ("ß", "ß", "SS"), ("🎉 Fun", "🎉 Fun", "Fun"),
            ("\u{2028}x\u{0}", "x-", "X"), ("² m", "² m", "M"),
        ])
    func legal(name: String, phrase: String, word: String) {
        #expect(JournalNames.phrase(name) == phrase)
        #expect(JournalNames.word(name) == word)
    }

    @Test("of tags have no meaning of their own to the programs")
    func tags() {
        #expect(
            ["date", "Payee", "trip", "a b:c,d"].map(JournalLine.tag) == [
                "date-", "Payee-", "trip", "a-b-c-d",
            ])
        #expect(["Ürlaub 1/2", "a#b"].map(JournalQuotes.tag) == ["-rlaub-1/2", "a-b"])
    }
}
