import Model
import Vault

/// The debt of a loan day by day, and what moved it.
struct LoanDebt {
    let account: AccountRecord
    private let balances: BalanceHistory
    private let last: CalendarDay
    /// The posted transactions, oldest first.
    private let rows: [TransactionRecord]
    /// What was paid, by day: the account's own rows, else what other accounts paid it.
    private let payments: [CalendarDay: Int128]
    /// Whether the account shows none of them itself.
    private let isPaidElsewhere: Bool

    /// Enough for every rate that counts today.
    private static let mostCharges = 120

    init(_ vault: Vault, of account: AccountRecord, through last: CalendarDay) throws {
        self.account = account
        self.last = last
        balances = try BalanceHistory(
            vault, of: try vault.accounts(), from: try vault.firstKnownDay(of: account.id) ?? last)
        var query = TransactionQuery()
        query.accounts = [account.id]
        query.order = .oldestFirst
        rows = try vault.transactions(query).filter { !$0.isPending && $0.day <= last }
        var own: [CalendarDay: Int128] = [:]
        for row in rows where row.amount.minorUnits > 0 {
            own[row.day, default: 0] += row.amount.minorUnits
        }
        isPaidElsewhere = own.isEmpty
        payments =
            own.isEmpty
            ? try Self.paymentsElsewhere(vault, of: account, balances, through: last) : own
    }

    /// What other accounts paid, on the days on which the debt fell.
    private static func paymentsElsewhere(
        _ vault: Vault, of account: AccountRecord, _ balances: BalanceHistory,
        through last: CalendarDay
    ) throws -> [CalendarDay: Int128] {
        let days = CalendarDay(daysSinceEpoch: .min)..<last.adding(days: 1)
        let paid = try vault.lensFigures(days).filter { $0.loan == account.id }
        var payments: [CalendarDay: Int128] = [:]
        for reported in balances.reported(of: account.id, in: days) where reported.gap > 0 {
            let payment = paid.last {
                (0...mostDaysUnderway).contains($0.day.days(until: reported.day))
            }
            if let payment { payments[reported.day] = -payment.total.minorUnits }
        }
        return payments
    }

    private static let mostDaysUnderway = 7

    /// The debt at the end of a day in minor units; nil if no balance was ever reported.
    func known(on day: CalendarDay) -> Int128? {
        balances.balance(of: account.id, on: day).map { -$0.minorUnits }
    }

    func owed(_ day: CalendarDay) -> Int128 { known(on: day) ?? 0 }

    /// What was paid, and what the account's rows charged, in minor units.
    func moved(in days: Range<CalendarDay>) -> (paid: Int128, charged: Int128) {
        let charged = rows.reduce(Int128(0)) { sum, row in
            days.contains(row.day) ? sum - min(0, row.amount.minorUnits) : sum
        }
        return (
            payments.reduce(0) { days.contains($1.key) ? $0 + $1.value : $0 }, charged
        )
    }

    func firstPayment(in days: Range<CalendarDay>) -> CalendarDay? {
        payments.keys.filter(days.contains).min()
    }

    /// The last day up to which charges can be known: that of the newest balance, if balances show
    /// them.
    func lastDay(areRows: Bool) -> CalendarDay {
        let days = CalendarDay(daysSinceEpoch: .min)..<last.adding(days: 1)
        return areRows ? last : balances.reported(of: account.id, in: days).last?.day ?? last
    }

    /// The charges of interest, and whether they are rows of the account.
    func charges() -> (charges: [InterestFit.Charge], areRows: Bool) {
        let candidates = rowCharges()
        let fitting = candidates.map { charges in
            (charges, InterestCharges(charges, owed: owed).fit(first: charges.count)?.count ?? 0)
        }
        if let best = fitting.max(by: { ($0.1, $0.0.count) < ($1.1, $1.0.count) }), best.1 > 0 {
            return (best.0, true)
        }
        let gaps = gapCharges()
        if InterestCharges(gaps, owed: owed).fit(first: gaps.count) != nil || candidates.isEmpty {
            return (gaps, false)
        }
        // Interest changes with the debt; equal charges are something else.
        let changing = candidates.filter { Set($0.map(\.amount)).count > 1 }
        return (changing.max { $0.count < $1.count } ?? [], true)
    }

    /// What the account's rows charge, by their text without its numbers, and by its first word, as
    /// others may name the month.
    private func rowCharges() -> [[InterestFit.Charge]] {
        let charges = rows.filter { $0.amount.minorUnits < 0 }
        let texts = Dictionary(grouping: charges) {
            $0.description.lowercased().filter(\.isLetter)
        }
        let words = Dictionary(grouping: charges) {
            String($0.description.lowercased().prefix(while: \.isLetter))
        }
        return (Array(texts.values) + words.values).filter { group in
            group.count >= InterestFit.fewest
        }.map { group in
            var sums: [CalendarDay: Int128] = [:]
            for row in group { sums[row.day, default: 0] -= row.amount.minorUnits }
            return Self.charges(sums)
        }.sorted { ($0.first?.amount ?? 0) > ($1.first?.amount ?? 0) }
    }

    /// What the reported balances show beyond the rows: a payment lowers the debt by the principal
    /// alone.
    private func gapCharges() -> [InterestFit.Charge] {
        let first = CalendarDay(daysSinceEpoch: .min)
        var sums: [CalendarDay: Int128] = [:]
        var before = first
        for reported in balances.reported(of: account.id, in: first..<last.adding(days: 1)) {
            defer { before = reported.day }
            guard reported.gap != 0 else { continue }
            // The day of the payment that the charge came with.
            let day = payments.keys.filter { before < $0 && $0 <= reported.day }.max()
            let paid = isPaidElsewhere ? payments[reported.day] ?? 0 : 0
            sums[day ?? reported.day, default: 0] += paid - reported.gap
        }
        return Self.charges(sums.filter { $0.value > 0 })
    }

    private static func charges(_ sums: [CalendarDay: Int128]) -> [InterestFit.Charge] {
        let days = sums.keys.sorted().suffix(mostCharges + 1)
        return zip(days.dropFirst(), days).map { day, before in
            InterestFit.Charge(start: before, end: day, amount: sums[day] ?? 0)
        }
    }
}
