import Model

/// `plan.toml` as it is written.
struct PlanFile: Decodable {
    let income: [PlanItemEntry]?
    let expense: [PlanItemEntry]?
    let debt: [PlanDebtEntry]?
    let goal: [PlanGoalEntry]?
    let plan: PlanSettingsEntry?
}

/// An entry of a table of `plan.toml`.
protocol PlanEntry {
    var name: String { get }
}

/// Why an entry means nothing.
struct PlanMistake: Error {
    /// The name of the wrong setting; nil if one is missing.
    let setting: String?
    let message: String

    init(_ setting: String?, _ message: String) {
        self.setting = setting
        self.message = message
    }
}

struct PlanItemEntry: Decodable, PlanEntry {
    let name: String
    let amount: Amount
    let period: Period?
    let start: Day
    let end: Day?
    let account: String?
    let category: String?

    func item(isIncome: Bool) throws(PlanMistake) -> PlannedItem {
        if let end = end?.day, end < start.day {
            throw PlanMistake("end", "\"\(name)\" ends before it starts")
        }
        return PlannedItem(
            name: name,
            amount: DecimalAmount(
                coefficient: (isIncome ? 1 : -1) * amount.amount.coefficient,
                decimals: amount.amount.decimals),
            period: period?.period ?? .once, start: start.day, end: end?.day, account: account,
            category: category)
    }

    struct Day: Decodable {
        let day: CalendarDay

        init(from decoder: any Decoder) throws {
            day = try read(from: decoder, "a day such as \"2026-12-24\"") { CalendarDay($0) }
        }
    }

    struct Period: Decodable {
        let period: PlannedItem.Period

        init(from decoder: any Decoder) throws {
            let known = PlannedItem.Period.allCases.map(\.rawValue).joined(separator: ", ")
            period = try read(from: decoder, "one of \(known)") { PlannedItem.Period(rawValue: $0) }
        }
    }
}

struct PlanDebtEntry: Decodable, PlanEntry {
    let name: String
    let account: String?
    let balance: Amount?
    let rate: Rate?
    let minimum: Amount?
    let term: Int?
    let grace: Int?
    let currency: String?

    func debt() throws(PlanMistake) -> PlannedDebt {
        guard account != nil || balance != nil || minimum != nil else {
            throw PlanMistake(nil, "a debt has an account, a balance or at least a minimum")
        }
        guard account == nil || balance == nil else {
            throw PlanMistake("balance", "the account has the balance already")
        }
        guard account == nil || currency == nil else {
            throw PlanMistake("currency", "the account has the currency already")
        }
        guard minimum == nil || term == nil else {
            throw PlanMistake("term", "a debt has a minimum or a term, not both")
        }
        guard (1...Self.longest).contains(term ?? 1) else {
            throw PlanMistake("term", "term must be 1 to \(Self.longest) months")
        }
        guard (0...Self.longest).contains(grace ?? 0) else {
            throw PlanMistake("grace", "grace must be 0 to \(Self.longest) months")
        }
        return PlannedDebt(
            name: name, account: account, balance: balance?.amount, rate: rate?.percent,
            minimum: minimum?.amount, term: term, grace: grace ?? 0, currency: currency)
    }

    /// Fifty years.
    private static let longest = 600

    struct Rate: Decodable {
        let percent: DecimalAmount

        init(from decoder: any Decoder) throws {
            let wanted = "percent a year from 0 to 1000, at most 6 decimals, such as \"19.9\""
            percent = try read(from: decoder, wanted) { text in
                guard let rate = DecimalAmount(written: text), rate.coefficient >= 0,
                    rate.decimals <= 6, rate <= DecimalAmount(coefficient: 1000, decimals: 0)
                else { return nil }
                return rate
            }
        }
    }
}

struct PlanGoalEntry: Decodable, PlanEntry {
    let name: String
    let amount: Amount
    let by: Month?
    let priority: Int?
    let account: String?
    let saved: Amount?
    let monthly: Amount?
    let currency: String?

    func goal() throws(PlanMistake) -> PlannedGoal {
        guard (1...3).contains(priority ?? 1) else {
            throw PlanMistake("priority", "priority must be 1, 2 or 3; 1 comes first")
        }
        let typed = [
            ("saved", saved != nil), ("monthly", monthly != nil), ("currency", currency != nil),
        ]
        if account != nil, let given = typed.first(where: \.1) {
            throw PlanMistake(given.0, "the account tells \(given.0) already")
        }
        return PlannedGoal(
            name: name, amount: amount.amount, deadline: by?.month,
            priority: priority ?? PlannedGoal.usualPriority, account: account,
            saved: saved?.amount, monthly: monthly?.amount, currency: currency)
    }

    struct Month: Decodable {
        let month: CalendarMonth

        init(from decoder: any Decoder) throws {
            month = try read(from: decoder, "a month such as \"2027-06\"") { CalendarMonth($0) }
        }
    }
}

/// The table `[plan]`.
struct PlanSettingsEntry: Decodable {
    let cushion: Int?
    let debts: Int?
    let goals: Int?
    let cushionMonths: Int?
    let horizon: Int?
    let adviceOff: [String]?

    private enum CodingKeys: String, CodingKey {
        case cushion, debts, goals, horizon
        case cushionMonths = "cushion_months"
        case adviceOff = "advice_off"
    }

    func settings() throws(PlanMistake) -> PlanSettings {
        let usual = PlanSettings.usual
        let shares = [
            cushion ?? usual.cushionShare, debts ?? usual.debtShare, goals ?? usual.goalShare,
        ]
        guard shares.allSatisfy({ (0...100).contains($0) }), shares.reduce(0, +) == 100 else {
            throw PlanMistake(
                nil, "cushion, debts and goals are whole percent and make 100 together")
        }
        guard (0...60).contains(cushionMonths ?? usual.cushionMonths) else {
            throw PlanMistake("cushion_months", "cushion_months must be 0 to 60")
        }
        guard (1...120).contains(horizon ?? usual.horizon) else {
            throw PlanMistake("horizon", "horizon must be 1 to 120 months")
        }
        var off: Set<AdviceRule> = []
        for name in adviceOff ?? [] {
            guard let rule = AdviceRule(rawValue: name) else {
                let known = AdviceRule.allCases.map(\.rawValue).joined(separator: ", ")
                throw PlanMistake(
                    "advice_off", "advice_off has no rule \"\(name)\"; there are \(known)")
            }
            off.insert(rule)
        }
        return PlanSettings(
            cushionShare: shares[0], debtShare: shares[1], goalShare: shares[2],
            cushionMonths: cushionMonths ?? usual.cushionMonths,
            horizon: horizon ?? usual.horizon, adviceOff: off)
    }
}

/// An exact number, so a text.
struct Amount: Decodable {
    let amount: DecimalAmount

    init(from decoder: any Decoder) throws {
        amount = try read(from: decoder, "an amount above 0, such as \"12.50\"") { text in
            guard let amount = DecimalAmount(written: text), amount.coefficient > 0
            else { return nil }
            return amount
        }
    }
}

extension DecimalAmount {
    /// Nil for a text that is no exact number.
    fileprivate init?(written text: String) {
        do {
            try self.init(exactly: text)
        } catch {
            return nil
        }
    }
}

/// A text with a meaning.
///
/// - Throws: a `FormMistake` with the wanted form if it has none, or is no text.
private func read<Value>(
    from decoder: any Decoder, _ wanted: String, _ value: (String) -> Value?
) throws -> Value {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let found = value(text) else {
        throw FormMistake(
            path: decoder.codingPath, kind: .wrong(wanted + DecimalComma.phrase(for: text)))
    }
    return found
}
