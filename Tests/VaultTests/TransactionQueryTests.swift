import Model
import TestSupport
import Testing
import Vault

@Suite("Reading transactions")
struct TransactionQueryTests {
    private let stored: StoredVault
    private let all: [TransactionRecord]

    /// A vault of 400 random transactions, a fifth of them not classified.
    init() throws {
        stored = try StoredVault()
        var random = RandomNumbers(seed: 3)
        func text() -> String {
            (0..<Int.random(in: 0...2, using: &random))
                .compactMap { _ in Self.words.randomElement(using: &random) }
                .joined(separator: " ")
        }
        for number in 1...3 {
            let rows = (0..<140).map { position in
                transaction(
                    "T\(position)", Int64.random(in: -9000...9000, using: &random),
                    on: day(2025, 1, 1).adding(days: Int.random(in: 0..<50, using: &random)),
                    description: text(), payee: text(), memo: text(),
                    isPending: Int.random(in: 0..<10, using: &random) == 0)
            }
            try stored.store(account("A\(number)", rows))
        }
        let ids = try stored.vault.everything().map(\.id)
        let verdicts = (0..<40).map { _ in Self.verdict(&random) }
        let entries = ids.compactMap { id in
            Int.random(in: 0..<5, using: &random) == 0
                ? nil
                : Conclusions.Entry(
                    transaction: id, verdict: Int32.random(in: 0..<40, using: &random),
                    partner: nil)
        }
        var splits: [Int64: [SplitPart]] = [:]
        for entry in entries where verdicts[Int(entry.verdict)].splits != nil {
            let parts = (0..<Int.random(in: 0...2, using: &random)).map {
                SplitPart(
                    category: Self.categories.randomElement(using: &random) ?? "other",
                    minorUnits: Int64($0 + 1))
            }
            if !parts.isEmpty { splits[entry.transaction] = parts }
        }
        _ = try stored.vault.store(
            Conclusions(verdicts: verdicts, entries: entries, splits: splits), at: 0, dryRun: false)
        all = try stored.vault.everything()
    }

    private static let words = ["Coffee", "RENT", "café", "north-beam", "100%", "a_b", "Shop"]
    private static let tags = ["a", "Trip-2025", "ab"]
    private static let categories = ["dining", "bills", "other"]

    private static func verdict(_ random: inout RandomNumbers) -> Verdict {
        let reason = Reason(by: "stage", rule: "store")
        let payee = words.randomElement(using: &random).map { Decided($0, because: reason) }
        return Verdict(
            transactionClass: Decided(
                TransactionClass.allCases.randomElement(using: &random) ?? .expense,
                because: reason),
            category: Decided(
                categories.randomElement(using: &random) ?? "other",
                because: Bool.random(using: &random)
                    ? reason
                    : Bool.random(using: &random)
                        ? Reason(by: "other stage", rule: "store")
                        : Reason(by: "last", rule: nil)),
            payee: Bool.random(using: &random) ? payee : nil,
            notes: words.randomElement(using: &random).map { Decided($0, because: reason) },
            tags: Bool.random(using: &random)
                ? Decided([tags.randomElement(using: &random) ?? "", "b"], because: reason) : nil,
            splits: Bool.random(using: &random)
                ? SplitPlan(canonicalText: "dining\tamount 1\t\nbills\tremainder\t").map {
                    Decided($0, because: reason)
                } : nil)
    }

    /// What a query means, said plainly.
    private func matches(_ record: TransactionRecord, _ query: TransactionQuery) -> Bool {
        if let days = query.days, !days.contains(record.day) { return false }
        if !query.accounts.isEmpty, !query.accounts.contains(record.account) { return false }
        if let numbers = query.numbers, !numbers.contains(record.id) { return false }
        if let payee = query.payee, record.payee != payee { return false }
        let transactionClass = record.verdict?.transactionClass.value
        if let wanted = query.transactionClass, transactionClass != wanted { return false }
        if !query.categories.isEmpty {
            // What is no spending has "other" for want of a category.
            let whole = (record.verdict.map { [$0.category.value] } ?? []).filter {
                transactionClass == .expense || $0 != "other"
            }
            let categories = record.splits.isEmpty ? whole : record.splits.map(\.category)
            guard categories.contains(where: query.categories.contains) else { return false }
        }
        for wanted in query.tags {
            let tags = record.verdict?.tags?.value ?? []
            guard tags.contains(where: { $0.lowercased() == wanted }) else { return false }
        }
        if let stage = query.uncategorisedBy {
            guard transactionClass == .expense, record.amount.minorUnits < 0,
                record.verdict?.splits == nil,
                record.verdict?.category.reason.by == stage
            else { return false }
        }
        if let rule = query.rule {
            let isOfRule = record.verdict?.reasons.contains { _, reason in
                reason.rule == rule && query.stagesOfRule?.contains(reason.by) != false
            }
            guard isOfRule == true else { return false }
        }
        let isSigned = query.least?.isSigned == true || query.greatest?.isSigned == true
        let amount = isSigned ? record.amount.minorUnits : abs(record.amount.minorUnits)
        if let least = query.least, amount < least.minorUnits(exponent: 2, isLeast: true) {
            return false
        }
        if let most = query.greatest, amount > most.minorUnits(exponent: 2, isLeast: false) {
            return false
        }
        if query.hidesTransfers, transactionClass == .transfer || transactionClass == .ignore {
            return false
        }
        return query.searches.allSatisfy { search in
            let verdict = record.verdict
            let hasText = [
                record.description, record.bankPayee, record.memo, verdict?.payee?.value,
                verdict?.notes?.value,
            ].contains { $0.map(search.finds) ?? false }
            guard !hasText, let (least, greatest) = search.amounts else { return hasText }
            let minorUnits = record.amount.minorUnits
            let amount = least.isSigned ? minorUnits : abs(minorUnits)
            return amount >= least.minorUnits(exponent: 2, isLeast: true)
                && amount <= greatest.minorUnits(exponent: 2, isLeast: false)
        }
    }

    private func found(by query: TransactionQuery) -> [TransactionRecord] {
        let found = all.filter { matches($0, query) }
        switch query.order {
        case .newestFirst:
            return found.sorted {
                ($0.isPending ? 0 : 1, $1.day, $1.id) < ($1.isPending ? 0 : 1, $0.day, $0.id)
            }
        case .oldestFirst:
            return found.sorted {
                ($0.isPending ? 1 : 0, $0.day, $0.id) < ($1.isPending ? 1 : 0, $1.day, $1.id)
            }
        case .largestFirst:
            return found.sorted {
                (abs($1.amount.minorUnits), $1.day, $1.id)
                    < (abs($0.amount.minorUnits), $0.day, $0.id)
            }
        case .byPayee:
            return found.sorted {
                let payees = (Self.lowered($0.payee), Self.lowered($1.payee))
                return payees.0 == payees.1
                    ? ($1.day, $1.id) < ($0.day, $0.id)
                    : payees.0.utf8.lexicographicallyPrecedes(payees.1.utf8)
            }
        }
    }

    /// In lower case from A to Z, as SQLite has it.
    private static func lowered(_ text: String) -> String {
        String(text.map { $0.isASCII ? Character($0.lowercased()) : $0 })
    }

    private static func has(_ part: String) -> @Sendable (String) -> Bool {
        { part.isEmpty || $0.lowercased().contains(part) }
    }

    private func query(_ random: inout RandomNumbers) -> TransactionQuery {
        func sometimes<Value>(_ value: Value?) -> Value? {
            Int.random(in: 0..<3, using: &random) == 0 ? value : nil
        }
        var query = TransactionQuery()
        let start = day(2024, 12, 25).adding(days: Int.random(in: 0..<60, using: &random))
        let end = start.adding(days: Int.random(in: 0..<40, using: &random))
        query.days = sometimes(start..<end)
        query.accounts = (0..<2).compactMap { _ in
            sometimes(Int64.random(in: 1...4, using: &random))
        }
        query.payee = Int.random(in: 0..<12, using: &random) == 0 ? "RENT" : nil
        query.transactionClass = sometimes(TransactionClass.allCases.randomElement(using: &random))
        query.categories = (0..<2).compactMap { _ in
            sometimes(Self.categories.randomElement(using: &random))
        }
        query.tags =
            Int.random(in: 0..<3, using: &random) > 0
            ? []
            : ["a", "trip-2025", "b", "t"].shuffled(using: &random).prefix(
                Int.random(in: 1...2, using: &random)
            ).map(\.self)
        query.rule = sometimes(["store", "other"].randomElement(using: &random))
        query.stagesOfRule = sometimes(
            [["other stage"], ["stage", "last"]].randomElement(using: &random))
        query.least = sometimes(["0", "20.5", "-40", "+5"].randomElement(using: &random))
            .flatMap(AmountBound.init)
        query.greatest = sometimes(["60", "-10.25", "+70", "30.1"].randomElement(using: &random))
            .flatMap(AmountBound.init)
        query.uncategorisedBy =
            Int.random(in: 0..<5, using: &random) == 0 ? "last" : nil
        let part = ["coffee", "ren", "", "café", "-", "%", "_", "nowhere"]
            .randomElement(using: &random)
        let amount = ["-40", "12", "+3"].randomElement(using: &random).flatMap(AmountBound.init)
        let next = ["-10.5", "60.25", "+30"].randomElement(using: &random)
            .flatMap(AmountBound.init)
        query.searches = (0..<2).compactMap { _ in
            sometimes(part).map { part -> TransactionSearch in
                var amounts: (least: AmountBound, greatest: AmountBound)?
                if let least = sometimes(amount), let greatest = next {
                    amounts = (least: least, greatest: greatest)
                }
                return TransactionSearch(amounts: amounts, finds: Self.has(part))
            }
        }
        query.numbers = sometimes(Set(all.map(\.id).shuffled(using: &random).prefix(300)))
        query.hidesTransfers = Bool.random(using: &random)
        query.order =
            [.newestFirst, .oldestFirst, .largestFirst, .byPayee].randomElement(using: &random)
            ?? .newestFirst
        return query
    }

    @Test("finds what a plain filter finds, in the same order")
    func agreesWithAPlainFilter() throws {
        var random = RandomNumbers(seed: 11)
        var foundSome = 0
        for _ in 0..<600 {
            let query = query(&random)
            let expected = found(by: query).map(\.id)
            #expect(try stored.vault.transactions(query).map(\.id) == expected, "\(query)")
            #expect(try stored.vault.transactionCount(query) == expected.count)
            if !expected.isEmpty { foundSome += 1 }
        }
        #expect(foundSome > 200)
    }

    @Test(
        "a bound between two smallest units is rounded to that within it",
        arguments: [
            ("12.50", 2, 1250, 1250), ("12.501", 2, 1251, 1250), ("-12.501", 2, -1250, -1251),
            ("12.5", 0, 13, 12), ("-12.5", 0, -12, -13), ("+7", 3, 7000, 7000), (".5", 0, 1, 0),
            ("99999999999999999999", 2, Int64.max, Int64.max),
            ("9223372036854775807.9", 0, Int64.max, Int64.max),
            ("92233720368547758.079", 2, Int64.max, Int64.max),
            ("-9223372036854775807.9", 0, -Int64.max, Int64.min),
            ("-9223372036854775808.9", 0, Int64.min, Int64.min),
        ])
    func bounds(text: String, exponent: Int, least: Int64, greatest: Int64) throws {
        let bound = try #require(AmountBound(text))
        #expect(bound.minorUnits(exponent: exponent, isLeast: true) == least)
        #expect(bound.minorUnits(exponent: exponent, isLeast: false) == greatest)
    }

    @Test("what is no amount is no bound", arguments: ["", "x", "1.2.3", "-", "1,50", "5 USD"])
    func noBound(text: String) {
        #expect(AmountBound(text) == nil)
    }

    @Test("the tags that there are are those of transactions, each once")
    func tags() throws {
        #expect(try stored.vault.tags() == ["Trip-2025", "a", "ab", "b"])
    }

    @Test("pages are parts of the whole, whose number does not depend on them")
    func pages() throws {
        var random = RandomNumbers(seed: 12)
        for _ in 0..<100 {
            var query = query(&random)
            let expected = found(by: query).map(\.id)
            query.offset = Int.random(in: 0..<60, using: &random)
            query.limit = Bool.random(using: &random) ? Int.random(in: 0..<60, using: &random) : nil
            let page = expected.dropFirst(query.offset).prefix(query.limit ?? .max)
            #expect(try stored.vault.transactions(query).map(\.id) == Array(page))
            #expect(try stored.vault.transactionCount(query) == expected.count)
        }
    }

    @Test("one by one gives the same as all at once")
    func oneByOne() throws {
        var ids: [Int64] = []
        try stored.vault.forEachTransaction(TransactionQuery()) { ids.append($0.id) }
        #expect(ids == found(by: TransactionQuery()).map(\.id))
    }

    @Test("an unknown number matches nothing")
    func unknownNumber() throws {
        #expect(try stored.vault.transaction(99_999) == nil)
        #expect(try stored.vault.transaction(all[0].id)?.bankID == all[0].bankID)
    }
}
