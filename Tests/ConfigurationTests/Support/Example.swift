import Classification
import Model
import Scripting
import Testing

/// One transaction on an account of its own.
struct Example {
    var description: String
    var type = AccountType.checking
    var minorUnits: Int64 = -1250
    var merchantCode = ""
    var institution = "Bank"

    var snapshot: Snapshot {
        var texts = TextTable()
        let day = CalendarDay(daysSinceEpoch: 20_000)
        let account = AccountFacts(
            id: 1, name: "Account", institution: institution, type: type,
            currency: Currency(code: "USD"))
        let transaction = TransactionFacts(
            id: 1, amount: minorUnits, day: day, account: 0,
            description: texts.id(of: description), payee: .empty, memo: .empty,
            merchantCode: texts.id(of: merchantCode), isPending: false)
        return Snapshot(asOf: day, accounts: [account], transactions: [transaction], texts: texts)
    }

    /// A transaction with each text, all on one account.
    static func snapshot(ofTexts given: [String], minorUnits: Int64 = -1250) -> Snapshot {
        var texts = TextTable()
        let day = CalendarDay(daysSinceEpoch: 20_000)
        let account = AccountFacts(
            id: 1, name: "Account", institution: "Bank", type: .checking,
            currency: Currency(code: "USD"))
        let transactions = given.enumerated().map { number, text in
            TransactionFacts(
                id: Int64(number + 1), amount: minorUnits, day: day, account: 0,
                description: texts.id(of: text), payee: .empty, memo: .empty,
                merchantCode: .empty, isPending: false)
        }
        return Snapshot(asOf: day, accounts: [account], transactions: transactions, texts: texts)
    }
}

extension Pipeline {
    /// What is decided about one transaction without rules of the person.
    func verdict(of example: Example) throws -> Verdict {
        let rules = try UserRules([], categories: categories, on: .inThisProcess)
        let pass = try Classifier(pipeline: self, userRules: rules).conclude(example.snapshot)
        return pass.conclusions.verdict(of: try #require(pass.conclusions.entries.first))
    }
}
