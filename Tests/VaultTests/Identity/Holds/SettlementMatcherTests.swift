import Model
import TestSupport
import Testing
import Vault

@Suite("What a vanished hold became")
struct SettlementMatcherTests {
    private typealias Entry = SettlementMatcher.Entry
    private typealias Pair = SettlementMatcher.Pair

    private func entry(
        _ amount: Int64, _ text: String = "BLUE HERON COFFEE", day: Int32 = 100,
        paid: Int32? = nil, onlyWordsTell: Bool = false, isInDoubt: Bool = false,
        mayStillBePending: Bool = false, isDecided: Bool = false
    ) -> Entry {
        Entry(
            day: day, paidDay: paid, amount: amount,
            words: PayeeTextWords(payee: "", description: text), onlyWordsTell: onlyWordsTell,
            mayStillBePending: mayStillBePending, isInDoubt: isInDoubt, isDecided: isDecided)
    }

    private func settled(_ holds: [Entry], _ posted: [Entry]) -> [Pair] {
        SettlementMatcher().match(holds: holds, posted: posted).settled
    }

    private let onlyPair = [Pair(hold: 0, posted: 0)]

    // MARK: One and one

    @Test(
        "a hold is what was posted for as much within fourteen days of it",
        arguments: [(100, true), (114, true), (115, false), (99, false)] as [(Int32, Bool)])
    func days(day: Int32, isSettled: Bool) {
        #expect(settled([entry(-500)], [entry(-500, day: day)]) == (isSettled ? onlyPair : []))
    }

    @Test(
        "an equal amount is enough where the hold has just vanished",
        arguments: ["PENDING", "", "TST* 0042", "SHELL OIL"])
    func otherText(text: String) {
        #expect(settled([entry(-500, text)], [entry(-500)]) == onlyPair)
        #expect(settled([entry(-500, text, onlyWordsTell: true)], [entry(-500)]) == [])
    }

    @Test("a hold that is gone for long is what was posted for as much at the same payee")
    func longGone() {
        #expect(settled([entry(-500, onlyWordsTell: true)], [entry(-500)]) == onlyPair)
    }

    @Test(
        "a tip of up to 30 % belongs to the hold",
        arguments: [(-4600, true), (-5200, true), (-5201, true), (-3999, true)]
            as [(Int64, Bool)])
    func samePayee(amount: Int64, isSettled: Bool) {
        #expect(settled([entry(-4000)], [entry(amount)]) == (isSettled ? onlyPair : []))
    }

    @Test(
        "another amount needs the payee: all words for any, most of them for a tip",
        arguments: [
            ("BLUE HERON COFFEE 12 MADISON", -4600, true), ("BLUE HERON BAR", -4600, true),
            ("BLUE HERON BAR", -5300, false), ("BLUE HERON BAR", -3000, false),
            ("RED HERON BAR", -4600, false), ("SHELL OIL", -4600, false), ("", -4600, false),
        ] as [(String, Int64, Bool)])
    func tipWords(text: String, amount: Int64, isSettled: Bool) {
        #expect(settled([entry(-4000)], [entry(amount, text)]) == (isSettled ? onlyPair : []))
    }

    @Test(
        "what a pump or a hotel holds becomes what was used, within seven days",
        arguments: [
            (-100, -4312, 101, true), (-12_500, -4312, 107, true), (-12_500, -4312, 108, false),
        ] as [(Int64, Int64, Int32, Bool)])
    func pump(held: Int64, posted: Int64, day: Int32, isSettled: Bool) {
        let found = settled([entry(held, "SHELL OIL 5744")], [entry(posted, "SHELL OIL", day: day)])
        #expect(found == (isSettled ? onlyPair : []))
    }

    @Test(
        "another amount that was paid after a hold with a decision leaves a doubt",
        arguments: [(100, true), (99, true), (101, false)] as [(Int32, Bool)])
    func paidLater(paid: Int32, isSettled: Bool) {
        let posted = entry(-3956, "NORTHSIDE FUEL", day: 103, paid: paid)
        let decided = entry(-5993, "NORTHSIDE FUEL", paid: 100, isDecided: true)
        let outcome = SettlementMatcher().match(holds: [decided], posted: [posted])
        #expect(outcome.settled == (isSettled ? onlyPair : []))
        #expect(outcome.doubtful == (isSettled ? [] : onlyPair))
        #expect(settled([entry(-5993, "NORTHSIDE FUEL", paid: 100)], [posted]) == onlyPair)
    }

    @Test(
        "what is listed as pending beside it still is no other hold with a tip, but an equal one",
        arguments: [(-1742, false), (-2251, true)] as [(Int64, Bool)])
    func listedBeside(held: Int64, isSettled: Bool) {
        let posted = entry(-2251, mayStillBePending: true)
        #expect(settled([entry(held)], [posted]) == (isSettled ? onlyPair : []))
        #expect(settled([entry(held)], [entry(-2251)]) == onlyPair)
    }

    @Test(
        "money that came in is no hold on money that went out",
        arguments: [(-500, 500), (500, -500), (0, 500)] as [(Int64, Int64)])
    func signs(held: Int64, posted: Int64) {
        #expect(settled([entry(held)], [entry(posted)]) == [])
    }

    @Test("the largest amounts are compared as others are")
    func extremes() {
        #expect(settled([entry(.min)], [entry(.min)]) == onlyPair)
        #expect(settled([entry(.min, "A BAR")], [entry(-1, "OTHER")]) == [])
        #expect(settled([entry(-1, day: .max)], [entry(-1, day: .min)]) == [])
    }

    // MARK: Several

    @Test("the best evidence comes first, whatever the order")
    func bestFirst() {
        let shell = entry(-500, "SHELL OIL")
        let withTip = entry(-600)
        #expect(settled([entry(-500)], [shell, withTip]) == [Pair(hold: 0, posted: 1)])
        #expect(settled([entry(-500)], [withTip, shell]) == [Pair(hold: 0, posted: 0)])
        let exact = entry(-500)
        #expect(settled([entry(-500)], [withTip, exact]) == [Pair(hold: 0, posted: 1)])
    }

    @Test("the day of the payment tells one cup of coffee from the next")
    func paidDay() {
        let holds = [entry(-500, day: 100, paid: 100), entry(-500, day: 101, paid: 101)]
        let posted = [entry(-500, day: 102, paid: 101), entry(-500, day: 102, paid: 100)]
        #expect(
            settled(holds, posted) == [Pair(hold: 0, posted: 1), Pair(hold: 1, posted: 0)])
    }

    @Test("several that are equally good settle nothing, and are told")
    func doubt() {
        let outcome = SettlementMatcher().match(
            holds: [entry(-500)], posted: [entry(-500, day: 101), entry(-500, day: 103)])
        #expect(outcome.settled == [])
        #expect(outcome.doubtful == [Pair(hold: 0, posted: 0), Pair(hold: 0, posted: 1)])
        let other = SettlementMatcher().match(
            holds: [entry(-500), entry(-500)], posted: [entry(-500)])
        #expect(other.settled == [])
        #expect(other.doubtful == [Pair(hold: 0, posted: 0), Pair(hold: 1, posted: 0)])
    }

    @Test("as many holds as transactions, all of them alike, settle in their order")
    func alike() {
        let three = Array(repeating: entry(-500), count: 3)
        #expect(
            settled(three, three.map { _ in entry(-500, day: 102) })
                == (0..<3).map { Pair(hold: $0, posted: $0) })
    }

    @Test("leave no doubt where equal holds are posted, whichever of them something was said about")
    func alikeAndDecided() {
        let hold = entry(-1228, "LAKESIDE HOTEL")
        var decided = hold
        decided.isDecided = true
        let posted = entry(-1228, "LAKESIDE HOTEL 12", day: 102)
        #expect(settled([hold, decided, hold], [posted, posted, posted]).count == 3)
    }

    @Test("with two equal pending charges it is uncertain which got the tip")
    func alikeWithTip() {
        let outcome = SettlementMatcher().match(
            holds: [entry(-500), entry(-500)], posted: [entry(-500), entry(-600)])
        #expect(outcome.settled == [])
        #expect(
            outcome.doubtful
                == [0, 1].flatMap { hold in [0, 1].map { Pair(hold: hold, posted: $0) } })
    }

    @Test("a hold about which the person was asked stays theirs to decide")
    func asked() {
        let outcome = SettlementMatcher().match(
            holds: [entry(-500, isInDoubt: true)], posted: [entry(-500)])
        #expect(outcome.settled == [])
        #expect(outcome.doubtful == onlyPair)
    }

    @Test("a thousand that are alike settle as three do")
    func manyAlike() {
        let many = Array(repeating: entry(-500), count: 1000)
        let found = SettlementMatcher().match(
            holds: many, posted: many.map { _ in entry(-500, day: 102) })
        #expect(found.settled == many.indices.map { Pair(hold: $0, posted: $0) })
        let others = many.indices.map { entry(-500, day: 102, paid: Int32($0 % 50)) }
        #expect(SettlementMatcher().match(holds: many, posted: others).doubtful.count == 1_000_000)
    }

    @Test("an amount alone settles nothing about which the person decided something")
    func decided() {
        let hold = Entry(
            day: 100, paidDay: nil, amount: -500,
            words: PayeeTextWords(payee: "", description: "A"),
            isDecided: true)
        let outcome = SettlementMatcher().match(holds: [hold], posted: [entry(-500)])
        #expect(outcome.settled == [])
        #expect(outcome.doubtful == onlyPair)
    }

    // MARK: Properties

    @Test("each is used once, and the order of the lists changes nothing but the places")
    func properties() {
        var random = RandomNumbers(seed: 41)
        let texts = ["BLUE HERON COFFEE", "BLUE HERON", "SHELL OIL 12", "SHELL", "", "PENDING"]
        func entries() -> [Entry] {
            (0..<Int.random(in: 0...7, using: &random)).map { _ in
                entry(
                    [-500, -500, -600, -100, 700][Int.random(in: 0..<5, using: &random)],
                    texts[Int.random(in: 0..<texts.count, using: &random)],
                    day: Int32.random(in: 100...118, using: &random),
                    paid: Bool.random(using: &random)
                        ? Int32.random(in: 100...103, using: &random) : nil,
                    onlyWordsTell: Bool.random(using: &random))
            }
        }
        for _ in 0..<600 {
            let holds = entries()
            let posted = entries()
            let outcome = SettlementMatcher().match(holds: holds, posted: posted)
            let all = outcome.settled
            #expect(Set(all.map(\.hold)).count == all.count)
            #expect(Set(all.map(\.posted)).count == all.count)
            #expect(Set(all.map(\.hold)).isDisjoint(with: outcome.doubtful.map(\.hold)))
            #expect(Set(all.map(\.posted)).isDisjoint(with: outcome.doubtful.map(\.posted)))
            let turned = SettlementMatcher().match(
                holds: holds.reversed(), posted: posted.reversed())
            func words(_ pairs: [Pair], _ holds: [Entry], _ posted: [Entry]) -> [[Entry]: Int] {
                Dictionary(grouping: pairs) { [holds[$0.hold], posted[$0.posted]] }
                    .mapValues(\.count)
            }
            #expect(
                words(all, holds, posted)
                    == words(turned.settled, holds.reversed(), posted.reversed()))
            #expect(
                words(outcome.doubtful, holds, posted)
                    == words(turned.doubtful, holds.reversed(), posted.reversed()))
            // What is settled is the best that both ends have left.
            for pair in all {
                let alone = settled([holds[pair.hold]], [posted[pair.posted]])
                #expect(alone == onlyPair)
            }
        }
    }
}

@Suite("Words of a payee")
struct PayeeTextWordsTests {
    private func agreement(_ one: String, _ other: String) -> Int {
        PayeeTextWords(payee: "", description: one)
            .agreement(with: PayeeTextWords(payee: "", description: other))
    }

    @Test(
        "two texts agree by the words of the shorter one that the other has too",
        arguments: [
            ("BLUE HERON COFFEE", "Blue Heron Coffee #12 Madison WI", 100),
            ("POS DEBIT BLUE HERON", "BLUE HERON COFFEE 03/11", 100),
            ("STARBUC", "STARBUCKS STORE 1443", 100), ("BLUE MOON", "BLUE HERON", 50),
            ("SHELL OIL", "BLUE HERON", 0), ("7-11", "7-11", 100), ("7-11", "7-12", 0),
            ("PENDING", "SHELL", 0), ("", "", 0), ("CAFÉ MÜLLER", "café müller berlin", 100),
            ("CAR", "CARGO", 0),
        ])
    func agreements(one: String, other: String, percent: Int) {
        #expect(agreement(one, other) == percent)
        #expect(agreement(other, one) == percent)
    }
}
