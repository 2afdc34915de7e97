import Model
import TestSupport
import Testing

@Suite("A split as it is typed")
struct TypedSplitTests {
    private static let dollars = Currency(code: "USD")

    /// "shopping 30", "shopping 30%" or "groceries", with commas between them.
    private static func parts(_ text: String) throws -> [SplitPlan.Part] {
        try text.split(separator: ", ").map { part in
            let words = part.split(separator: " ")
            return SplitPlan.Part(
                category: String(words[0]),
                size: words.count == 1 ? .remainder : try SplitPlan.Size(typed: words[1]))
        }
    }

    private func plan(
        _ text: String, of amount: String = "-50.00", in currency: Currency = dollars
    ) throws -> SplitPlan {
        try SplitPlan(
            typed: try Self.parts(text), of: try Money(exactly: amount, currency: currency))
    }

    @Test(
        "divides the transaction to the cent",
        arguments: [
            ("shopping 30, household 12.50, groceries", [-3000, -1250, -750]),
            ("shopping 30%, groceries", [-1500, -3500]),
            ("shopping 20, dining 50%, groceries", [-2000, -2500, -500]),
            ("shopping 33.3%, groceries 66.7%", [-1665, -3335]),
            ("shopping 49.99, groceries", [-4999, -1]),
            ("shopping 1, shopping 2, groceries", [-100, -200, -4700]),
        ])
    func divides(text: String, cents: [Int64]) throws {
        #expect(try plan(text).parts(of: -5000, exponent: 2)?.map(\.minorUnits) == cents)
    }

    @Test("takes the sign of the transaction")
    func sign() throws {
        let plan = try plan("shopping 30, groceries", of: "50.00")
        #expect(plan.parts(of: 5000, exponent: 2)?.map(\.minorUnits) == [3000, 2000])
    }

    @Test("has its rest wherever it is typed")
    func restFirst() throws {
        #expect(
            try plan("groceries, shopping 30, dining 5")
                == plan("shopping 30, dining 5, groceries"))
    }

    @Test("needs no rest where amounts add up; the last one follows a changed amount")
    func addsUp() throws {
        let plan = try plan("shopping 30, groceries 20")
        #expect(
            plan.parts.map(\.size) == [.amount(.init(coefficient: 30, decimals: 0)), .remainder])
        #expect(plan.parts(of: -6000, exponent: 2)?.map(\.minorUnits) == [-3000, -3000])
    }

    private static func money(_ text: String) throws -> Money {
        try Money(exactly: text, currency: dollars)
    }

    @Test("of parts that come to too much or too little says how much that is")
    func wrongSums() throws {
        let whole = try Self.money("50.00")
        for (text, total) in [
            ("shopping 30, groceries 20.01", "50.01"), ("shopping 60, groceries", "60.00"),
            ("shopping 80%, dining 10.01, groceries", "50.01"),
        ] {
            #expect(throws: TypedSplitError.tooMuch(try Self.money(total), of: whole)) {
                try plan(text)
            }
        }
        // 33 shares of 0.74, which are 0.745 each.
        let shares = Array(repeating: "dining 1.49%", count: 33).joined(separator: ", ")
        #expect(throws: TypedSplitError.tooMuch(try Self.money("50.14"), of: whole)) {
            try plan("shopping 25.55, \(shares), groceries")
        }
        for (text, total) in [
            ("shopping 30, groceries 19.99", "49.99"), ("shopping 50%, groceries 49%", "49.50"),
        ] {
            #expect(throws: TypedSplitError.tooLittle(try Self.money(total), of: whole)) {
                try plan(text)
            }
        }
    }

    @Test("leaves something for the part that gets the rest")
    func nothingLeft() throws {
        let mistake = TypedSplitError.nothingLeft("groceries", of: try Self.money("50.00"))
        for text in [
            "shopping 50, groceries", "shopping 100%, groceries",
            "shopping 50%, dining 50%, groceries",
            "shopping 25, dining 50%, groceries", "shopping 99.999%, groceries",
        ] {
            #expect(throws: mistake, "\(text)") { try plan(text) }
        }
    }

    @Test(
        "has no part of zero, no share above the whole, and one rest",
        arguments: [
            ("shopping 0, groceries", TypedSplitError.partOfZero("shopping")),
            ("shopping 0%, groceries", .partOfZero("shopping")),
            ("shopping 0.001%, groceries", .partOfZero("shopping")),
            ("shopping 0.001%, groceries 99.999%", .partOfZero("shopping")),
            ("shopping 100.1%, groceries", .shareExceedsWhole("shopping")),
            ("shopping 60%, dining 60%, groceries", .sharesExceedWhole),
            ("shopping, dining 5, groceries", .severalRests(["shopping", "groceries"])),
            ("groceries", .onePart), ("groceries 50", .onePart),
        ])
    func mistakes(text: String, mistake: TypedSplitError) {
        #expect(throws: mistake) { try plan(text) }
    }

    @Test("has at most a hundred parts")
    func tooMany() throws {
        let parts = Array(repeating: "dining 0.10", count: 99)
        #expect(try plan((parts + ["groceries"]).joined(separator: ", ")).parts.count == 100)
        #expect(throws: TypedSplitError.tooManyParts) {
            try plan((parts + ["dining 0.10", "groceries"]).joined(separator: ", "))
        }
    }

    @Test("has the decimals of the currency")
    func decimals() throws {
        let amount = DecimalAmount(coefficient: 125, decimals: 1)
        let yen = Currency(code: "JPY")
        #expect(throws: TypedSplitError.tooManyDecimals("shopping", amount, currency: yen)) {
            try plan("shopping 12.5, groceries", of: "-50", in: yen)
        }
        #expect(throws: TypedSplitError.self) { try plan("shopping 12.505, groceries") }
        #expect(try plan("shopping 12.500, groceries").parts.count == 2)
    }

    @Test("of a zero amount is rejected")
    func zero() {
        #expect(throws: TypedSplitError.nothingToSplit) {
            try plan("shopping 1, groceries", of: "0.00")
        }
    }

    @Test("divides the largest and the lowest amount, and is never too large to add up")
    func extremes() throws {
        let fine = Currency(code: "X", exponent: 18)
        for whole in [Int64.max, .min] {
            let parts = try SplitPlan(
                typed: try Self.parts("a 9.2, b 0.1%, c"),
                of: Money(minorUnits: whole, currency: fine)
            ).parts(of: whole, exponent: 18)
            #expect(parts?.reduce(Int64(0)) { $0 + $1.minorUnits } == whole)
        }
        let large = Array(repeating: "a 9223372036854775807", count: 99).joined(separator: ", ")
        #expect(throws: TypedSplitError.self) {
            try SplitPlan(
                typed: try Self.parts(large + ", b"), of: Money(minorUnits: 5, currency: fine))
        }
    }

    @Test(
        "a size is an amount without a sign or a share in percent",
        arguments: [
            ("30", SplitPlan.Size.amount(.init(coefficient: 30, decimals: 0))),
            ("12.50", .amount(.init(coefficient: 125, decimals: 1))),
            ("30%", .share(.init(coefficient: 3, decimals: 1))),
            ("12.5%", .share(.init(coefficient: 125, decimals: 3))),
            ("100%", .share(.init(coefficient: 1, decimals: 0))),
        ])
    func size(text: String, size: SplitPlan.Size) throws {
        #expect(try SplitPlan.Size(typed: text) == size)
    }

    @Test(
        "any other text is no size",
        arguments: [
            ("", TypedSizeError.notANumber), ("%", .notANumber), ("12,50", .notANumber),
            ("$5", .notANumber), ("5 %", .notANumber), ("5%%", .notANumber), ("rest", .notANumber),
            ("0.00000000000000001%", .notANumber), ("1e2", .notANumber), ("-5", .signed),
            ("+5", .signed), ("-5%", .signed), ("--5", .signed),
        ])
    func noSize(text: String, mistake: TypedSizeError) {
        #expect(throws: mistake) { try SplitPlan.Size(typed: text) }
    }

    @Test("parts always add up exactly, and none is empty or lost", arguments: Seeds.first(of: 20))
    func exact(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        var accepted = 0
        for _ in 0..<400 {
            let exponent = Int.random(in: 0...4, using: &random)
            let currency = Currency(code: "X", exponent: exponent)
            let size = Int64(1) << Int64.random(in: 0...40, using: &random)
            let whole = Int64.random(in: -size...size, using: &random)
            let typed = randomParts(of: whole, exponent: exponent, using: &random)
            let plan: SplitPlan
            do {
                plan = try SplitPlan(
                    typed: typed, of: Money(minorUnits: whole, currency: currency))
            } catch {
                continue
            }
            accepted += 1
            let parts = try #require(plan.parts(of: whole, exponent: exponent))
            #expect(parts.reduce(Int64(0)) { $0 + $1.minorUnits } == whole)
            #expect(parts.allSatisfy { $0.minorUnits.signum() == whole.signum() })
            #expect(parts.map(\.category).sorted() == typed.compactMap(\.category).sorted())
            #expect(try plan == SplitPlan(plan.parts))
            // What was typed is what the part is.
            for case (let part, .amount(let amount)) in typed.map({ ($0, $0.size) }) {
                let found = try #require(parts.first { $0.category == part.category })
                let exact = try Money(exactly: "\(amount)", currency: currency)
                #expect(Int128(found.minorUnits.magnitude) == exact.minorUnits)
            }
        }
        #expect(accepted > 50)
    }

    /// Parts with different categories, some of which add up without a rest.
    private func randomParts(
        of whole: Int64, exponent: Int, using random: inout RandomNumbers
    ) -> [SplitPlan.Part] {
        var left = Int64(whole.magnitude)
        var parts: [SplitPlan.Part] = []
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let size: SplitPlan.Size
            if Int.random(in: 0..<3, using: &random) == 0 {
                let share = Int64.random(in: 1...500, using: &random)
                size = .share(DecimalAmount(coefficient: share, decimals: 3))
            } else {
                let cents = Int64.random(in: 0...max(left, 1), using: &random)
                left -= min(cents, left)
                size = .amount(DecimalAmount(coefficient: cents, decimals: exponent))
            }
            parts.append(SplitPlan.Part(category: "c\(number)", size: size))
        }
        let last: SplitPlan.Size =
            Bool.random(using: &random)
            ? .remainder : .amount(DecimalAmount(coefficient: left, decimals: exponent))
        parts.append(SplitPlan.Part(category: "last", size: last))
        return parts.shuffled(using: &random)
    }
}
