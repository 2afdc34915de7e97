public import Model
public import Vault

/// The conclusions on some days' transactions, grouped by payee, for the person to
/// confirm or correct.
public struct Review: Sendable {
    /// Transactions of one payee with the same conclusion.
    public struct Group: Sendable {
        public let payee: String
        public let transactionClass: TransactionClass
        /// The category's id; nil for split transactions.
        public let category: String?
        /// If the category is a guess, the least chance of being right, in percent.
        public let guess: Int?
        /// The oldest first, at least one.
        public let transactions: [TransactionRecord]
        public let total: Money
        /// Whether the person confirmed or corrected each of them.
        public let isSettled: Bool
        /// Whether a category is a guess, or nothing was known of one of them.
        public let isUnclear: Bool
        /// How much an answer teaches.
        fileprivate let weight: UInt128
    }

    /// First the groups where an answer teaches most: by money, by the number of the
    /// payee's transactions and by doubt. Those that the person settled come last.
    public let groups: [Group]
    /// Transactions without a verdict yet.
    public let unclassified: Int

    private init(groups: [Group], unclassified: Int) {
        (self.groups, self.unclassified) = (groups, unclassified)
    }

    /// The review of some groups alone.
    public func filtered(_ isIncluded: (Group) -> Bool) -> Review {
        Review(groups: groups.filter(isIncluded), unclassified: unclassified)
    }

    /// The groups that the person has not confirmed or corrected.
    public var open: [Group] { groups.filter { !$0.isSettled } }

    /// - Parameter stages: the pipeline's stages, which tell how sure a conclusion is.
    public init(_ vault: Vault, days: Range<CalendarDay>, by stages: ReviewStages) throws {
        let counted = Set(try vault.accounts().filter { $0.visibility != .hidden }.map(\.id))
        let confirmations = try vault.confirmations()
        var query = TransactionQuery()
        query.days = days
        query.order = .oldestFirst
        var members: [Key: [TransactionRecord]] = [:]
        var rowsOfPayee: [String: Int] = [:]
        var unclassified = 0
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, counted.contains(record.account) else { return }
            // The paying side of a pair stands for both.
            guard record.partner == nil || record.amount.minorUnits < 0 else { return }
            guard let verdict = record.verdict else {
                unclassified += 1
                return
            }
            members[Key(record, verdict), default: []].append(record)
            rowsOfPayee[record.payee, default: 0] += 1
        }
        self.unclassified = unclassified
        groups = members.map { key, records in
            let total = Money(
                sum: records.reduce(0) { $0 + $1.amount.minorUnits }, currency: key.currency)
            let doubt = records.map { stages.doubt(about: $0.verdict) }.max() ?? .none
            return Group(
                payee: key.payee, transactionClass: key.transactionClass, category: key.category,
                guess: records.compactMap(\.verdict?.guess).min(), transactions: records,
                total: total,
                isSettled: records.allSatisfy { $0.isSettled(by: confirmations[$0.id]) },
                isUnclear: doubt == .most,
                weight: total.minorUnits.magnitude * UInt128(rowsOfPayee[key.payee] ?? 1)
                    * doubt.rawValue)
        }.sorted { one, other in
            guard one.isSettled == other.isSettled else { return other.isSettled }
            guard one.weight == other.weight else { return one.weight > other.weight }
            return one.name < other.name
        }
    }
}

/// What the stages of a pipeline tell about how sure a conclusion is.
public struct ReviewStages: Sendable {
    private let ofPerson: Set<String>
    private let last: String?

    /// - Parameters:
    ///   - ofPerson: the names of stages that follow the person's own rules and decisions.
    ///   - last: the name of the stage that decides what no other did.
    public init(ofPerson: Set<String>, last: String?) {
        (self.ofPerson, self.last) = (ofPerson, last)
    }

    /// How much an answer is needed, as a factor.
    fileprivate enum Doubt: UInt128, Comparable {
        case none = 1
        /// A shipped map, a list or a pattern decided.
        case some = 2
        /// It is a guess, a rule asks, or nothing is known.
        case most = 8

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    fileprivate func doubt(about verdict: Verdict?) -> Doubt {
        guard let reason = verdict?.tellingReason else { return .none }
        if [.guess, .doubt].contains(reason.kind) || reason.by == last { return .most }
        let isPersons = reason.kind == .correction || reason.kind == .confirmation
        return isPersons || ofPerson.contains(reason.by) ? .none : .some
    }
}

private struct Key: Hashable {
    let payee: String
    let transactionClass: TransactionClass
    let category: String?
    let currency: Currency

    init(_ record: TransactionRecord, _ verdict: Verdict) {
        payee = record.payee
        transactionClass = verdict.transactionClass.value
        category = record.splits.isEmpty ? verdict.category.value : nil
        currency = record.amount.currency
    }
}

extension Review.Group {
    /// Different for each group.
    fileprivate var name: (String, String, String, String) {
        (payee, transactionClass.rawValue, category ?? "", total.currency.code)
    }
}

extension Verdict {
    /// Of spending the reason for its category, of all else that for its class.
    fileprivate var tellingReason: Reason {
        guard transactionClass.value == .expense else { return transactionClass.reason }
        return splits?.reason ?? category.reason
    }
}

extension TransactionRecord {
    /// Whether the person set what the verdict says, or saw it and left it.
    fileprivate func isSettled(by confirmation: ConfirmedValues?) -> Bool {
        guard let verdict else { return false }
        return verdict.tellingReason.kind == .correction
            || confirmation == ConfirmedValues(of: verdict)
    }
}
