import Engine
import TestSupport
import Testing

@Suite("What changed in a text")
struct LineDifferenceTests {
    private func shown(_ before: String, _ after: String) -> [String] {
        LineDifference(from: Array(before.utf8), to: Array(after.utf8)).lines.map { line in
            switch line {
            case .kept(let number, let text): "  \(number) \(String(decoding: text, as: UTF8.self))"
            case .removed(let number, let text):
                "- \(number) \(String(decoding: text, as: UTF8.self))"
            case .added(let number, let text):
                "+ \(number) \(String(decoding: text, as: UTF8.self))"
            }
        }
    }

    @Test("a changed line is one removed and one added, in its place")
    func changedLine() {
        #expect(
            shown("one\ntwo\nthree", "one\nTWO\nthree")
                == ["  1 one", "- 2 two", "+ 2 TWO", "  3 three"])
    }

    @Test("lines behind an added one keep their text and get new numbers")
    func addedLine() {
        #expect(shown("a\nc", "a\nb\nc") == ["  1 a", "+ 2 b", "  3 c"])
    }

    @Test("a line feed at the end is a difference")
    func lineFeedAtTheEnd() {
        #expect(shown("a", "a\n") == ["  1 a", "+ 2 "])
    }

    @Test("letters that look alike and have other bytes are a difference")
    func equivalentLetters() {
        #expect(shown("caf\u{E9}", "cafe\u{301}").count == 2)
    }

    @Test("agrees with trying every way, and loses no line")
    func againstEveryWay() {
        var random = RandomNumbers(seed: 5)
        for _ in 0..<400 {
            let (before, after) = (lines(&random), lines(&random))
            let difference = LineDifference(
                from: Array(before.joined(separator: "\n").utf8),
                to: Array(after.joined(separator: "\n").utf8))
            var (old, new, keptCount) = ([String](), [String](), 0)
            for line in difference.lines {
                switch line {
                case .kept(let number, let text):
                    keptCount += 1
                    old.append(String(decoding: text, as: UTF8.self))
                    new.append(String(decoding: text, as: UTF8.self))
                    #expect(number == new.count)
                case .removed(let number, let text):
                    old.append(String(decoding: text, as: UTF8.self))
                    #expect(number == old.count)
                case .added(let number, let text):
                    new.append(String(decoding: text, as: UTF8.self))
                    #expect(number == new.count)
                }
            }
            #expect(old == before)
            #expect(new == after)
            #expect(keptCount == mostInCommon(before[...], after[...]))
        }
    }

    @Test("long texts with nothing in common are told whole, at once")
    func longTexts() {
        let before = (0..<3_000).map { "a\($0)" }.joined(separator: "\n")
        let after = (0..<3_000).map { "b\($0)" }.joined(separator: "\n")
        #expect(shown("first\n" + before, "first\n" + after).count == 6_001)
    }

    private func lines(_ random: inout RandomNumbers) -> [String] {
        (0..<Int.random(in: 1...7, using: &random)).map { _ in
            ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
        }
    }

    private func mostInCommon(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> Int {
        guard let first = left.first, let other = right.first else { return 0 }
        if first == other { return 1 + mostInCommon(left.dropFirst(), right.dropFirst()) }
        return max(
            mostInCommon(left.dropFirst(), right), mostInCommon(left, right.dropFirst()))
    }
}
