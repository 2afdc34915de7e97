public import Model
public import Vault

/// A debt as it will be repaid: what is owed, at which rate, and the least monthly payment.
public struct Debt: Hashable, Sendable {
    public let name: String
    /// The account whose balance it is; nil for a typed one.
    public let account: Int64?
    public let currency: Currency
    /// Minor units, above 0; nil if it is not known.
    public let owed: Int128?
    /// Nil if it is not known, and the charges so far show none.
    public let rate: InterestRate?
    /// Minor units a month; nil if it isn't known.
    public let minimum: Int128?
    /// The first months, in which no payment is due.
    public let grace: Int

    public init(
        name: String, account: Int64? = nil, currency: Currency, owed: Int128?,
        rate: InterestRate?, minimum: Int128?, grace: Int = 0
    ) {
        self.name = name
        self.account = account
        self.currency = currency
        self.owed = owed
        self.rate = rate
        self.minimum = minimum
        self.grace = grace
    }

    /// Whether enough is known to repay it.
    public var isKnown: Bool { owed != nil && rate != nil && minimum != nil }

    /// The interest of the next month.
    public var nextInterest: Int128? { owed.flatMap { owed in rate?.ofMonth(on: owed) } }

    /// Whether the debt grows although its minimum is paid.
    public var growsByMinimum: Bool {
        guard let nextInterest, let minimum else { return false }
        return minimum <= nextInterest && nextInterest > 0
    }

    /// How it is repaid alone; nil if it never is, or isn't known.
    ///
    /// - Parameter extra: minor units a month beyond the minimum.
    public func amortisation(extra: Int128 = 0) -> Amortisation? {
        guard let owed, let rate, let minimum else { return nil }
        return Amortisation(of: owed, at: rate, payment: minimum + extra, grace: grace)
    }
}

/// The debts of a person: those that were typed, and loans of which the bank tells.
public struct Debts: Sendable {
    /// In the person's own order, then loans that the person has not written down.
    public let debts: [Debt]
    /// Written debts whose account isn't known, or with decimals that their currency lacks.
    public let unplaced: [PlannedDebt]

    /// - Parameters:
    ///   - currency: of typed debts that name none.
    ///   - last: the last day that counts.
    public init(
        _ planned: [PlannedDebt], _ vault: Vault, in currency: Currency, through last: CalendarDay
    ) throws {
        let records = try AccountBalances.accounts(
            try vault.accounts().filter { $0.visibility != .hidden }, of: vault, on: last)
        var debts: [Debt] = []
        var unplaced: [PlannedDebt] = []
        for written in planned {
            let account = written.account.flatMap { records.meant(by: $0) }
            let known = account?.currency ?? written.currency.map { Currency(code: $0) }
            guard written.account == nil || account != nil,
                let debt = try Debt(written, account, vault, in: known ?? currency, through: last)
            else {
                unplaced.append(written)
                continue
            }
            debts.append(debt)
        }
        let named = Set(debts.compactMap(\.account))
        for account in records where account.type.isLoan && !named.contains(account.id) {
            let written = PlannedDebt(name: account.name)
            guard
                let debt = try Debt(written, account, vault, in: account.currency, through: last),
                debt.owed != nil
            else { continue }
            debts.append(debt)
        }
        // What is repaid is no debt any more.
        self.debts = debts.filter { $0.owed != 0 }
        self.unplaced = unplaced
    }
}

extension Debt {
    /// What was written, and what the account tells beside it; nil if an amount has decimals
    /// that the currency lacks.
    fileprivate init?(
        _ written: PlannedDebt, _ account: AccountRecord?, _ vault: Vault, in currency: Currency,
        through last: CalendarDay
    ) throws {
        let typed = [written.balance, written.minimum].compactMap(\.self)
        guard typed.allSatisfy({ $0.minorUnits(in: currency) != nil }) else { return nil }
        var loan: LoanInterest?
        if let account, account.type.isLoan, written.rate == nil || written.minimum == nil {
            loan = try LoanInterest(vault, of: account, through: last)
        }
        let owed =
            account?.balance.map { max(0, -$0.minorUnits) }
            ?? written.balance?.minorUnits(in: currency)
        var rate =
            written.rate.map { InterestRate(percent: $0) } ?? loan?.fit?.rate ?? loan?.nearest?.rate
        if let method = loan?.fit?.method { rate?.rounding = method.rounding }
        var minimum =
            written.minimum?.minorUnits(in: currency) ?? account?.minimumPayment?.minorUnits
            ?? loan?.usualPayment(withOther: false)
        if let term = written.term, let owed, let rate {
            minimum = Amortisation.payment(of: owed, at: rate, months: term)
        }
        self.init(
            name: written.name, account: account?.id, currency: currency, owed: owed, rate: rate,
            minimum: minimum, grace: written.grace)
    }
}

extension LoanInterest {
    /// The middle of the last six payments; nil for none.
    ///
    /// - Parameter withOther: with what pays charges such as escrow.
    func usualPayment(withOther: Bool) -> Int128? {
        let paid = charges.filter { $0.paid.minorUnits > 0 }.suffix(6)
            .map { $0.paid.minorUnits - (withOther ? 0 : $0.other.minorUnits) }.sorted()
        return paid.isEmpty ? nil : paid[paid.count / 2]
    }
}

extension Array {
    /// The account of a number, of a name, or of a part that only its name has.
    func meant(by text: String, _ account: (Element) -> (id: Int64, name: String)) -> Element? {
        let typed = PlainLetters.typed(text)
        let parts = filter { PlainLetters.typed(account($0).name).contains(typed) }
        return first { "\(account($0).id)" == text }
            ?? first { PlainLetters.typed(account($0).name) == typed }
            ?? (parts.count == 1 ? parts[0] : nil)
    }
}

extension [AccountRecord] {
    func meant(by text: String) -> AccountRecord? { meant(by: text) { ($0.id, $0.name) } }

    /// The currency of a planned item's account; nil if no account alone has that name.
    func currency(of item: PlannedItem, orElse usual: Currency) -> Currency? {
        item.account.map { meant(by: $0)?.currency } ?? usual
    }
}
