import Configuration
import Foundation
import Scripting
import Statements
import Testing

@Suite("config/imports")
struct TableLayoutFileTests {
    private func layout(_ text: String) throws -> TableLayout {
        try ConfigurationFiles(texts: ["imports/a.toml": text], on: .inThisProcess)
            .tableLayout("imports/a.toml")
    }

    private static let whole = TableLayout(
        file: "a.toml", headings: ["Tag \"1\"", "", "Soll\\Haben\t", "\u{7F}#"],
        columns: [.day: [0], .valueDay: [1], .spent: [2], .received: [3], .accountID: [4, 5]],
        separator: "\t",
        answers: StatementAnswers(
            dayOrder: .monthFirst, decimalMark: .comma, isReversed: false,
            encoding: "windows-1250"),
        accounts: ["Ann's \"old\" one", "Other"], currency: "EUR")
    private static let bare = TableLayout(
        file: "a.toml", headings: [], columns: [.day: [0], .amount: [2]], separator: ",",
        answers: StatementAnswers())

    @Test("says again what was written", arguments: [whole, bare])
    func roundTrip(layout: TableLayout) throws {
        #expect(try self.layout(layout.toml) == layout)
    }

    @Test(
        "names a mistake with its line",
        arguments: [
            (
                "separator", "separatr", 5,
                "unknown setting \"separatr\" (did you mean \"separator\"?)"
            ),
            ("\",\"", "\"/\"", 5, "\"separator\" must be \",\", \";\", \"\\t\" or \"|\""),
            (
                "# day_order = \"day", "day_order = \"dy", 8,
                "\"day_order\" can't be \"dy-first\" (did you mean \"day-first\"?); it is "
                    + "day-first or month-first or year-first"
            ),
            (
                "# encoding = \"windows", "encoding = \"fenster", 17,
                "\"encoding\" is none that is known"
            ),
            (
                "amount = [3]", "amuont = [3]", 29,
                "unknown setting \"amuont\" in columns (did you mean \"amount\"?)"
            ),
            ("amount = [3]", "amount = 3", 29, "\"amount\" in columns must be a list"),
            (
                "amount = [3]", "", 27,
                "\"columns\" must have \"amount\", or \"spent\" and \"received\""
            ),
            ("day = [1]", "", 27, "\"columns\" must have \"day\""),
            ("day = [1]", "day = [0]", 27, "\"columns\" counts from 1 to 500"),
        ])
    func mistakes(old: String, new: String, line: Int, message: String) throws {
        let text = Self.bare.toml.replacingOccurrences(of: old, with: new)
        let error = #expect(throws: ConfigurationError.self) { try layout(text) }
        #expect(error?.message == message)
        #expect(error?.line == line)
        #expect(error?.file == "config/imports/a.toml")
    }

    @Test(
        "has its headings known although another line has a mistake",
        arguments: [
            ("headings = [\"A\", \"B\"]\nx = [\n", ["A", "B"]), ("headings = [\n\"A\"]\n", nil),
            ("x = 1\n", nil),
        ])
    func headings(text: String, headings: [String]?) {
        let files = ConfigurationFiles(texts: ["imports/a.toml": text], on: .inThisProcess)
        #expect(files.headings(ofBroken: "imports/a.toml") == headings)
    }
}
