import Foundation
import Model
import TestSupport
import Testing

@testable import Classification

@Suite("The model of guesses")
struct GuessModelTests {
    @Test(
        "logarithms are those of the binary system, to 2^-16",
        arguments: [(1, 0), (2, 65536), (3, 103872), (10, 217705), (1_000_000, 1_306_235)])
    func logarithm(_ value: UInt64, _ expected: Int) {
        #expect(abs(FixedLogarithm.base2(value) - expected) <= 1)
    }

    @Test("words, pairs and parts are features; case, digits and punctuation are not")
    func features() {
        let one = WordFeatures("Blue Heron #12")
        #expect(one.hashes == WordFeatures("BLUE HERON").hashes)
        #expect(one.words.map(\.text) == ["blue", "heron"])
        #expect(one.hashes != WordFeatures("HERON BLUE").hashes)
        #expect(WordFeatures("12 / 3").hashes.isEmpty)
    }

    @Test("a megabyte of letters has as many features as its beginning")
    func endless() {
        let many = String(repeating: "shop name ", count: 100_000) + "other"
        #expect(WordFeatures(many).words.map(\.text) == ["shop", "name"])
        #expect(WordFeatures(String(repeating: "x", count: 1_000_000)).hashes.count < 1000)
    }

    private func sample(_ text: String) -> GuessModel.Sample {
        GuessModel.Sample(name: WordFeatures(text).hashes, traits: [])
    }

    private func lesson(_ text: String, _ label: Int, weight: Int = 1) -> GuessModel.Lesson {
        GuessModel.Lesson(sample: sample(text), label: label, weight: weight)
    }

    @Test("the category whose payees share most words wins")
    func answer() throws {
        let lessons =
            ["red shoes", "blue shoes", "old shoes"].map { lesson($0, 0) }
            + ["red bread", "blue bread", "old bread"].map { lesson($0, 1) }
        let model = GuessModel(lessons, labels: 2)
        #expect(try #require(model.answer(sample("new shoes"))).label == 0)
        #expect(try #require(model.answer(sample("new bread"))).label == 1)
        #expect(model.answer(sample("qqq")) == nil)
    }

    @Test("amounts decide where names don't")
    func amounts() throws {
        func sample(_ name: String, _ amount: Int64) -> GuessModel.Sample {
            var payments = PaymentTraits()
            payments.add(
                makeSnapshot([Row(cents: amount)]).transactions[0], of: 0)
            return GuessModel.Sample(
                name: WordFeatures(name).hashes, traits: payments.traits(of: 0))
        }
        let lessons = (0..<12).map { number in
            GuessModel.Lesson(
                sample: sample("shop w\(number)", number < 6 ? -300 : -80_000),
                label: number < 6 ? 0 : 1, weight: 1)
        }
        let model = GuessModel(lessons, labels: 2)
        #expect(try #require(model.answer(sample("shop", -310))).label == 0)
        #expect(try #require(model.answer(sample("shop", -79_000))).label == 1)
    }

    @Test("a lesson left out is as if it had not been learnt")
    func leavingOut() {
        // Each lesson has words of its own, so the others say nothing, and no trial is right.
        let model = GuessModel([lesson("aaaa bbbb", 0), lesson("cccc dddd", 1)], labels: 2)
        #expect(model.answer(sample("aaaa bbbb"))?.chance ?? 0 <= 50)
    }

    @Test("answers are as sure as those for lessons left out were right")
    func certainty() throws {
        // Shops are mostly one kind, in no way that their names tell.
        var numbers = RandomNumbers(seed: 7)
        let lessons = (0..<120).map { number in
            lesson("shop number\(number)", Int.random(in: 0..<5, using: &numbers) == 0 ? 1 : 0)
        }
        let answer = try #require(GuessModel(lessons, labels: 2).answer(sample("shop")))
        let share = lessons.count { $0.label == 0 } * 100 / lessons.count
        #expect(answer.label == 0)
        #expect(abs(answer.chance - share) <= 8)
    }

    @Test("the same lessons give the same answer in any order")
    func order() {
        let lessons = (0..<40).map { lesson("shop \($0 % 7) word\($0)", $0 % 3) }
        let answer = GuessModel(lessons, labels: 3).answer(sample("shop word"))
        #expect(answer == GuessModel(lessons.reversed(), labels: 3).answer(sample("shop word")))
    }

    @Test(
        "powers of e are those of the library",
        arguments: [0, -0.001, -0.5, -1, -2.75, -20, -650] as [Double])
    func power(exponent: Double) {
        #expect(abs(GuessModel.power(exponent) / exp(exponent) - 1) < 1e-12)
    }
}
