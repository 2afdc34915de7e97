import Model
import Rules

/// One transaction and its account, with what a test does not care about
/// filled in.
struct Example {
    var description = ""
    var payee = ""
    /// Nil where it is the payee.
    var bankPayee: String?
    var memo = ""
    var merchantCode = ""
    var minorUnits: Int64 = -1250
    var day = "2025-03-09"
    var isPending = false
    var accountName = "Everyday Checking"
    var institution = "First Example Bank"
    var type = AccountType.checking
    var currency = Currency(code: "USD")
    /// What the person gave it.
    var tags: [String] = []
    var note: String?
}

func snapshot(of examples: [Example]) -> Snapshot {
    var texts = TextTable()
    var accounts: [AccountFacts] = []
    var transactions: [TransactionFacts] = []
    var corrections: [Int64: Correction] = [:]
    for (row, example) in examples.enumerated() {
        accounts.append(
            AccountFacts(
                id: Int64(row), name: example.accountName, institution: example.institution,
                type: example.type, currency: example.currency))
        transactions.append(
            TransactionFacts(
                id: Int64(row), amount: example.minorUnits,
                day: CalendarDay(example.day) ?? CalendarDay(daysSinceEpoch: 0),
                account: Int32(row), description: texts.id(of: example.description),
                payee: texts.id(of: example.payee),
                bankPayee: example.bankPayee.map { texts.id(of: $0) },
                memo: texts.id(of: example.memo),
                merchantCode: texts.id(of: example.merchantCode), isPending: example.isPending))
        corrections[Int64(row)] = Correction(note: example.note, tags: example.tags)
    }
    return Snapshot(
        asOf: CalendarDay(daysSinceEpoch: 20_000), accounts: accounts,
        transactions: transactions, texts: texts,
        decisions: Decisions(corrections: corrections.filter { !$0.value.isEmpty }))
}

func rule(
    _ id: String, _ condition: Condition, priority: Int = 0, isEnabled: Bool = true
) -> Rule {
    Rule(
        id: id, name: "A rule", origin: .stored, priority: priority, isEnabled: isEnabled,
        condition: condition, effect: Effect())
}

/// The rules that match an example, by the fast matcher.
func matches(of rulebook: Rulebook, in example: Example) -> [String] {
    var ids: [String] = []
    let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot(of: [example]))
    matcher.forEachMatch(row: 0) { position in
        ids.append(rulebook.rules[position].id)
        return true
    }
    return ids
}

func holds(_ condition: Condition, for example: Example) throws -> Bool {
    try !matches(of: Rulebook([rule("asked", condition)]), in: example).isEmpty
}

func number(_ text: String) throws -> DecimalAmount {
    try DecimalAmount(exactly: text)
}
