import Foundation
import SimpleFIN
import TestSupport
import Testing

@Suite("A hostile answer")
struct HostileAnswerTests {
    private static let letters: [String] = [
        "a", "Z", " ", "\"", "\\", "/", "\n", "\t", "\0", "\u{1B}", "é", "€", "😀", "\u{2028}", "{",
        "]", ",", ":", "e\u{301}",
    ]

    @Test(
        "has every text that another writer of JSON encodes",
        arguments: Seeds.first(of: 40, few: 8))
    func texts(_ seed: UInt64) throws {
        var dice = RandomNumbers(seed: seed)
        let texts = (0..<20).map { _ in
            (0..<Int.random(in: 0...12, using: &dice))
                .compactMap { _ in Self.letters.randomElement(using: &dice) }.joined()
        }
        let rows = texts.map {
            ["id": "T", "posted": 1, "amount": "1", "memo": $0] as [String: Any]
        }
        let object: [String: Any] = [
            "errors": texts, "accounts": [["id": "A", "balance": 1.5, "transactions": rows]],
        ]
        let options: JSONSerialization.WritingOptions =
            seed.isMultiple(of: 2) ? [.prettyPrinted] : [.withoutEscapingSlashes]
        let body = Array(try JSONSerialization.data(withJSONObject: object, options: options))
        let set = try AccountSet(decoding: body)
        let read = set.accounts.first?.transactions.map { $0.memo.map { Array($0.utf8) } }
        #expect(read == texts.map { Array($0.utf8) })
        #expect(set.rejected == [])
    }

    @Test(
        "with bytes changed at random is read or refused",
        arguments: Seeds.first(of: 300, few: 60))
    func mutations(_ seed: UInt64) {
        var dice = RandomNumbers(seed: seed)
        var body = Array(
            answer(#""transactions":[{"id":"T","posted":1,"amount":-1.50,"memo":"\ud83d\ude00"}],"#)
                .utf8)
        for _ in 0..<Int.random(in: 1...6, using: &dice) {
            body[Int.random(in: body.indices, using: &dice)] = UInt8.random(
                in: 0...255, using: &dice)
        }
        let outcome: SimpleFINError?
        do throws(SimpleFINError) {
            let set = try AccountSet(decoding: body)
            outcome = nil
            #expect(set.accounts.count <= 1)
        } catch {
            outcome = error
        }
        guard let outcome else { return }
        guard case .notAnAnswer = outcome else {
            Issue.record("refused for another reason: \(outcome)")
            return
        }
    }

    @Test("cut anywhere is refused, never read as a shorter one")
    func prefixes() {
        let whole = Array(answer(#""transactions":[{"id":"T","amount":"1.50"}],"#).utf8)
        for length in whole.indices {
            #expect(throws: SimpleFINError.self) {
                try AccountSet(decoding: Array(whole.prefix(length)))
            }
        }
    }
}
