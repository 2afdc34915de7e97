import Model
import TestSupport
import Testing

@Suite("Split plan")
struct SplitPlanTests {
    private static func amount(_ text: String, _ category: String = "a") throws -> SplitPlan.Part {
        SplitPlan.Part(category: category, size: .amount(try DecimalAmount(exactly: text)))
    }

    private static func share(_ text: String, _ category: String = "b") throws -> SplitPlan.Part {
        SplitPlan.Part(category: category, size: .share(try DecimalAmount(exactly: text)))
    }

    private static let rest = SplitPlan.Part(category: "rest", size: .remainder)

    private func sizes(_ parts: [SplitPlan.Part], of minorUnits: Int64, exponent: Int = 2)
        throws -> [Int64]?
    {
        try SplitPlan(parts).parts(of: minorUnits, exponent: exponent)?.map(\.minorUnits)
    }

    // MARK: Making one

    @Test("has at least two parts and at most a hundred")
    func count() throws {
        let part = try Self.amount("1")
        #expect(throws: SplitPlanError.tooFewParts) { try SplitPlan([Self.rest]) }
        #expect(throws: SplitPlanError.tooManyParts) {
            try SplitPlan(Array(repeating: part, count: 100) + [Self.rest])
        }
        #expect(try SplitPlan(Array(repeating: part, count: 99) + [Self.rest]).parts.count == 100)
    }

    @Test("amounts are above nothing", arguments: ["0", "0.00", "-0.01"])
    func amountSign(text: String) throws {
        let parts = [try Self.share("0.5"), try Self.amount(text), Self.rest]
        #expect(throws: SplitPlanError.amountNotPositive(part: 2)) { try SplitPlan(parts) }
    }

    @Test("shares are above nothing and at most the whole", arguments: ["0", "-0.5", "1.01"])
    func shareRange(text: String) throws {
        let parts = [try Self.share(text), Self.rest]
        #expect(throws: SplitPlanError.shareOutOfRange(part: 1)) { try SplitPlan(parts) }
    }

    @Test("shares come to no more than the whole")
    func shareSum() throws {
        let parts = [try Self.share("0.6"), try Self.share("0.4000001"), Self.rest]
        #expect(throws: SplitPlanError.sharesExceedWhole) { try SplitPlan(parts) }
    }

    @Test("only the last part is what remains, and it names no amount")
    func lastPart() throws {
        let amount = try Self.amount("5")
        #expect(throws: SplitPlanError.remainderNotLast(part: 1)) {
            try SplitPlan([Self.rest, Self.rest])
        }
        #expect(throws: SplitPlanError.lastPartHasAmount) { try SplitPlan([amount, amount]) }
    }

    @Test("a last part may name its share where all are shares that come to the whole")
    func lastShare() throws {
        let third = try Self.share("0.33")
        #expect(try sizes([third, third, try Self.share("0.34")], of: 100) == [33, 33, 34])
        #expect(throws: SplitPlanError.lastShareIsNotTheRest) {
            try SplitPlan([third, third, third])
        }
        #expect(throws: SplitPlanError.lastShareIsNotTheRest) {
            try SplitPlan([try Self.amount("1"), try Self.share("1")])
        }
    }

    // MARK: Dividing

    @Test("takes amounts and shares of the whole, and leaves the rest to the last part")
    func dividing() throws {
        let parts = [try Self.amount("20"), try Self.share("0.5"), Self.rest]
        #expect(try sizes(parts, of: -10_000) == [-2000, -5000, -3000])
        #expect(try sizes(parts, of: 10_000) == [2000, 5000, 3000])
        #expect(try sizes(parts, of: -10_000, exponent: 0) == [-20, -5000, -4980])
    }

    @Test(
        "rounds a share to the minor unit, halves to the even one",
        arguments: [(1, 0), (3, 2), (5, 2), (7, 4), (-3, -2), (-5, -2)] as [(Int64, Int64)])
    func halves(whole: Int64, half: Int64) throws {
        let parts = try SplitPlan([try Self.share("0.5"), Self.rest]).parts(of: whole, exponent: 2)
        #expect((parts?.first { $0.category == "b" }?.minorUnits ?? 0) == half)
    }

    @Test("rounding never takes more than there is")
    func roundedUpTwice() throws {
        let half = try Self.share("0.5")
        #expect(try sizes([half, half, Self.rest], of: 3) == [2, 1])
        #expect(try sizes([half, half], of: 3) == [2, 1])
    }

    @Test("leaves out a part that comes to nothing")
    func nothing() throws {
        #expect(try sizes([try Self.amount("5"), Self.rest], of: -500) == [-500])
        #expect(try sizes([try Self.share("0.5"), Self.rest], of: 0) == [])
    }

    @Test("does not fit where amounts and shares come to more than the transaction")
    func tooLittle() throws {
        #expect(try sizes([try Self.amount("5"), Self.rest], of: -499) == nil)
        let parts = [try Self.share("0.5"), try Self.amount("6"), Self.rest]
        #expect(try sizes(parts, of: 1200) == [600, 600])
        #expect(try sizes(parts, of: 1199) == nil)
    }

    @Test("does not fit a currency that has fewer decimals than an amount")
    func decimals() throws {
        let parts = [try Self.amount("20.5"), Self.rest]
        #expect(try sizes(parts, of: 4000, exponent: 2) == [2050, 1950])
        #expect(try sizes(parts, of: 4000, exponent: 0) == nil)
    }

    @Test("divides the largest and the lowest amount there is", arguments: [Int64.max, .min])
    func extremes(whole: Int64) throws {
        let parts = try #require(
            try SplitPlan([
                try Self.amount("9.2233720368547757"), try Self.share("0.000000000000000001"),
                Self.rest,
            ]).parts(of: whole, exponent: 18))
        #expect(parts.reduce(Int64(0)) { $0 + $1.minorUnits } == whole)
        #expect(
            try sizes([try Self.amount("9223372036854775807"), Self.rest], of: 5, exponent: 18)
                == nil)
    }

    @Test("a part carries its category, lens and note")
    func texts() throws {
        let plan = try SplitPlan([
            SplitPlan.Part(
                category: "gifts", size: .amount(try DecimalAmount(exactly: "1")), lens: .want,
                note: "for Ann"), Self.rest,
        ])
        #expect(
            plan.parts(of: 300, exponent: 2) == [
                SplitPart(category: "gifts", minorUnits: 100, lens: .want, note: "for Ann"),
                SplitPart(category: "rest", minorUnits: 200),
            ])
        let needs = plan.settingLenses { $0.lens ?? .need }
        #expect(needs.parts.map(\.lens) == [.want, .need])
        #expect(needs.parts.map(\.size) == plan.parts.map(\.size))
    }

    @Test(
        "parts add up exactly, have one sign, and shares are the nearest amount",
        arguments: Seeds.first(of: 20))
    func addsUp(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        var fitted = 0
        for _ in 0..<300 {
            let plan = try randomPlan(using: &random)
            let whole = randomAmount(using: &random)
            let exponent = Int.random(in: 0...4, using: &random)
            let parts = plan.parts(of: whole, exponent: exponent)
            #expect(parts == plan.parts(of: whole, exponent: exponent))
            #expect(
                parts?.map(\.minorUnits)
                    == plainSizes(plan, of: whole, exponent: exponent)?.filter { $0 != 0 })
            guard let parts else { continue }
            fitted += 1
            #expect(parts.reduce(Int64(0)) { $0 + $1.minorUnits } == whole)
            #expect(parts.allSatisfy { $0.minorUnits.signum() == whole.signum() })
        }
        #expect(fitted > 100)
    }

    @Test(
        "reads back from its text, whatever its categories and notes hold",
        arguments: Seeds.first(of: 20))
    func canonicalText(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        for _ in 0..<100 {
            let plan = try randomPlan(using: &random)
            #expect(SplitPlan(canonicalText: plan.canonicalText) == plan)
        }
    }

    @Test(
        "a text that is no plan is none",
        arguments: [
            "", "a\tremainder\t", "a\tremainder\t\nb\tremainder\t", "a\tamount 1\t\nb\tamount 2\t",
            "a\tamount x\t\nb\tremainder\t", "a\tamount 1\tluxury\nb\tremainder\t",
            "a\tamount 1\nb\tremainder", "a\tfee 1\t\nb\tremainder\t",
        ])
    func noPlan(text: String) {
        #expect(SplitPlan(canonicalText: text) == nil)
    }

    @Test("describes itself in words")
    func words() throws {
        let plan = try SplitPlan([
            try Self.amount("20.50", "groceries"), try Self.share("0.5", "shopping"),
            try Self.share("0.075", "gifts"), Self.rest,
        ])
        #expect("\(plan)" == "groceries 20.5, shopping 50 %, gifts 7.5 %, rest the rest")
        #expect("\(try SplitPlan([try Self.share("1"), Self.rest]))" == "b 100 %, rest the rest")
    }

    // MARK: Random plans

    private func randomPlan(using random: inout RandomNumbers) throws -> SplitPlan {
        let texts = ["dining", "a\tb", "line\nfeed", "back\\slash", "\r", "\\n", "Łódź", ""]
        var sharesLeft = 1000
        var parts: [SplitPlan.Part] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let size: SplitPlan.Size
            if Bool.random(using: &random), sharesLeft > 0 {
                let share = Int.random(in: 1...sharesLeft, using: &random)
                sharesLeft -= share
                size = .share(DecimalAmount(coefficient: Int64(share), decimals: 3))
            } else {
                size = .amount(
                    DecimalAmount(
                        coefficient: Int64.random(in: 1...5000, using: &random),
                        decimals: Int.random(in: 0...3, using: &random)))
            }
            parts.append(
                SplitPlan.Part(
                    category: texts.randomElement(using: &random) ?? "", size: size,
                    lens: Bool.random(using: &random)
                        ? Lens.allCases.randomElement(using: &random) : nil,
                    note: Bool.random(using: &random) ? texts.randomElement(using: &random) : nil))
        }
        return try SplitPlan(parts + [Self.rest])
    }

    private func randomAmount(using random: inout RandomNumbers) -> Int64 {
        let size = Int64(1) << Int64.random(in: 0...40, using: &random)
        return Int64.random(in: -size...size, using: &random)
    }

    /// The same, part by part in thousandths of a minor unit and with the
    /// nearest amount searched for.
    private func plainSizes(_ plan: SplitPlan, of whole: Int64, exponent: Int) -> [Int64]? {
        let sign: Int64 = whole < 0 ? -1 : 1
        let size = whole * sign
        var sizes: [Int64?] = []
        var claimed: Int64 = 0
        for part in plan.parts {
            guard case .amount(let amount) = part.size else {
                sizes.append(nil)
                continue
            }
            var thousandths = amount.coefficient * 1000
            for _ in 0..<exponent { thousandths *= 10 }
            for _ in 0..<amount.decimals { thousandths /= 10 }
            guard thousandths.isMultiple(of: 1000) else { return nil }
            sizes.append(thousandths / 1000)
            claimed += thousandths
        }
        var left = size - claimed / 1000
        for case .share(let share) in plan.parts.map(\.size) {
            claimed += size * thousandths(share)
        }
        guard left >= 0, claimed <= size * 1000 else { return nil }
        for (position, part) in plan.parts.enumerated() {
            guard case .share(let share) = part.size else { continue }
            let exact = size * thousandths(share)
            let nearest = [exact / 1000, exact / 1000 + 1].min {
                let (first, second) = (abs($0 * 1000 - exact), abs($1 * 1000 - exact))
                return first == second ? $0.isMultiple(of: 2) : first < second
            }
            sizes[position] = min(nearest ?? 0, left)
            left -= sizes[position] ?? 0
        }
        return sizes.map { ($0 ?? left) * sign }
    }

    private func thousandths(_ share: DecimalAmount) -> Int64 {
        var thousandths = share.coefficient
        for _ in share.decimals..<3 { thousandths *= 10 }
        return thousandths
    }
}
