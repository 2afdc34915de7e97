import Insights
import Model
import Testing

@testable import ghostvault

@Suite("A calendar file")
struct CalendarFileTests {
    @Test(
        "marks characters with a meaning",
        arguments: [
            ("Rent, flat; \\", "Rent\\, flat\\; \\\\"), ("a\r\nEND:VEVENT", "a  END:VEVENT"),
        ])
    func escaped(text: String, expected: String) {
        #expect(CalendarFile.escaped(text) == expected)
    }

    @Test(
        "folds lines of more than 75 bytes between characters",
        arguments: [
            String(repeating: "a", count: 75), String(repeating: "b", count: 76),
            String(repeating: "é", count: 120), String(repeating: "🏦x", count: 90), "",
        ])
    func folded(line: String) {
        let folded = CalendarFile.folded(line)
        let lines = folded.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(
            (lines.first.map(String.init) ?? "") + lines.dropFirst().map { $0.dropFirst() }.joined()
                == line)
        #expect(lines.count == (line.utf8.count > 75 ? lines.count : 1))
    }
}
