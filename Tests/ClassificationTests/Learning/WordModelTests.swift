import Testing

@testable import Classification

@Suite("The word model")
struct WordModelTests {
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

    private func lesson(_ text: String, _ label: Int, weight: Int = 1) -> WordModel.Lesson {
        WordModel.Lesson(
            features: WordFeatures(text).hashes, label: label, weight: weight)
    }

    @Test("the category whose payees share most words wins")
    func answer() throws {
        let lessons =
            ["red shoes", "blue shoes", "old shoes"].map { lesson($0, 0) }
            + ["red bread", "blue bread", "old bread"].map { lesson($0, 1) }
        let model = WordModel(lessons, labels: 2)
        #expect(try #require(model.answer(WordFeatures("new shoes").hashes)).label == 0)
        #expect(try #require(model.answer(WordFeatures("new bread").hashes)).label == 1)
        #expect(model.answer(WordFeatures("qqq").hashes) == nil)
    }

    @Test("a lesson left out is as if it had not been learnt")
    func leavingOut() {
        // Each lesson has words of its own, so the others say nothing, and no trial is right.
        let lessons = [lesson("aaaa bbbb", 0), lesson("cccc dddd", 1)]
        let model = WordModel(lessons, labels: 2)
        let answer = model.answer(WordFeatures("aaaa bbbb").hashes)
        #expect(answer?.chance ?? 0 <= 50)
    }

    struct Trials: Sendable {
        let leads: [(lead: Int, isRight: Bool)]
        let chances: [(lead: Int, percent: Int)]
    }

    @Test(
        "certainty is the share of right answers, and never falls as the lead grows",
        arguments: [
            Trials(
                leads: (0..<50).map { ($0, $0 >= 25) }, chances: [(60, 96), (30, 96), (10, 3)]),
            // One wrong answer among those with a great lead lowers all below it at most.
            Trials(
                leads: (0..<50).map { ($0, $0 != 49 && $0 >= 25) }, chances: [(60, 92), (30, 92)]),
        ])
    func confidence(_ trials: Trials) {
        let confidence = Confidence(
            trials.leads.map { .init(lead: $0.lead, isRight: $0.isRight, weight: 1) })
        for (lead, percent) in trials.chances {
            #expect(confidence.chance(atLead: lead) == percent)
        }
        let all = (0..<60).map { confidence.chance(atLead: $0) }
        #expect(all == all.sorted())
    }

    @Test("the same lessons give the same answer in any order")
    func order() {
        let lessons = (0..<40).map { lesson("shop \($0 % 7) word\($0)", $0 % 3) }
        let features = WordFeatures("shop word").hashes
        let answer = WordModel(lessons, labels: 3).answer(features)
        #expect(answer == WordModel(lessons.reversed(), labels: 3).answer(features))
    }
}
