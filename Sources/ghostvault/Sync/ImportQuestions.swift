import Engine
import Model
import Statements
import Vault

/// The questions that a file alone can't answer.
struct StatementQuestions {
    let screen: Screen
    let answers: StatementAnswers

    /// Reads a file, and asks until nothing is open.
    ///
    /// - Returns: the statement, with the answers given.
    /// - Throws: `NobodyToAsk` if nobody can answer.
    func settled(
        _ read: (StatementAnswers) throws -> Statement
    ) throws -> (statement: Statement, answers: StatementAnswers) {
        var answers = answers
        var statement = try read(answers)
        while let question = statement.questions.first {
            switch question {
            case .dayOrder where answers.dayOrder == nil:
                answers.dayOrder =
                    try agrees(
                        "Do days come before months in this file, as in 31/12?",
                        else: "Say --days day-first or --days month-first")
                    ? .dayFirst : .monthFirst
            case .decimalMark where answers.decimalMark == nil:
                answers.decimalMark =
                    try agrees(
                        "Are 1.234 in this file more than a thousand?",
                        else: "Say --decimals comma or --decimals point")
                    ? .comma : .point
            case .sign where answers.isReversed == nil:
                answers.isReversed = try agrees(
                    "All amounts in this file are positive. Were they spent?",
                    else: "Say --reverse or --no-reverse")
            default:
                throw UnclearStatement()
            }
            statement = try read(answers)
        }
        return (statement, answers)
    }

    private func agrees(_ question: String, else advice: String) throws -> Bool {
        guard Conversation.isPossible else {
            throw NobodyToAsk(question: question, advice: advice)
        }
        return try Conversation(screen: screen).agrees(question)
    }
}

/// The columns of a table can't be told.
struct UnclearStatement: Error {}

/// The accounts that the rows of a file belong to.
struct StatementAccounts {
    let screen: Screen
    let engine: Engine
    /// The person's word for the account; nil to find it.
    let account: String?
    let newName: String?
    let currency: String?
    /// Whether to say nothing of accounts that are found.
    private let isQuiet: Bool
    /// The account that the person named for a file that doesn't name its own.
    private(set) var answer: String?
    /// The currency that the person said, as an option or when asked.
    private(set) var saidCurrency: String?

    init(
        screen: Screen, engine: Engine, account: String?, newName: String?, currency: String?,
        isQuiet: Bool = false
    ) {
        (self.screen, self.engine, self.isQuiet) = (screen, engine, isQuiet)
        (self.account, self.newName, self.currency) = (account, newName, currency)
        saidCurrency = currency
    }

    /// - Throws: ``UnknownStatementAccount``, ``OtherStatementCurrency``,
    ///   ``AbsentStatementCurrency`` or ``SharedStatementAccount``.
    mutating func choices(
        for statement: Statement, file: String
    ) throws -> [StatementChoice] {
        let named = statement.accounts.map(\.currency)
        if !named.isEmpty, !named.contains(nil) {
            if let said = saidCurrency?.uppercased(), !named.contains(said) {
                throw AbsentStatementCurrency(
                    currency: said, known: statement.accounts.flatMap(\.currencies))
            }
            // The next file will name its own, too.
            saidCurrency = nil
        }
        var choices: [StatementChoice] = []
        for var part in statement.accounts {
            // What the person says counts where the file says nothing.
            part.currency = part.currency ?? currency?.uppercased()
            let (choice, isAnswer) = try choice(for: part, of: statement, file: file)
            choices.append(choice)
            if isAnswer, part.isNameless { answer = choice.name }
        }
        try engine.refuseSharedAccounts(choices, for: statement, file: file)
        return choices
    }

    private func accountMeant(by text: String) throws -> AccountRecord {
        do {
            return try engine.account(meantBy: text)
        } catch let error as EngineError {
            guard case .noSuchAccount = error else { throw error }
            throw NoSuchName(
                message: Failure(error).whatHappened,
                whatToDo: "\"ghostvault accounts\" shows names and numbers; --new makes one.")
        }
    }

    private mutating func choice(
        for part: StatementAccount, of statement: Statement, file: String
    ) throws -> (choice: StatementChoice, isAnswer: Bool) {
        if let account {
            let known = try accountMeant(by: account)
            guard part.mayHaveCurrency(of: known) else {
                throw OtherStatementCurrency(
                    account: known.name, currency: known.currency.code,
                    ofFile: part.currency ?? "")
            }
            try warnIfOther(part, than: known, of: statement)
            return (.known(known), true)
        }
        if let newName {
            let name = statement.accounts.count == 1 ? newName : part.newName(by: newName)
            guard try !engine.vault.accounts().contains(where: { $0.name == name }) else {
                throw TakenAccountName(name: name)
            }
            return (.new(name: name, currency: try currency(of: part, statement)), true)
        }
        do {
            let (choice, evidence) = try withCurrency {
                try $0.choice(for: part, of: statement, file: file, currency: $1)
            }
            let words = evidence.map { "(\(Self.words(of: $0, statement.layout)))" }
            try say(
                words.map { "Account: \(choice.name) \($0)" }
                    ?? "Account: \(choice.name), which is new")
            return (choice, false)
        } catch let error as UnknownStatementAccount where Conversation.isPossible {
            return (try asked(part, of: statement, error), true)
        }
    }

    /// Warns of a file that has the number or the rows of another account than the named one.
    private func warnIfOther(
        _ part: StatementAccount, than known: AccountRecord, of statement: Statement
    ) throws {
        guard
            case .known(let other, let evidence) = try engine.place(
                of: part, layout: statement.layout), other.id != known.id, evidence != .layout
        else { return }
        try screen.warn(
            SafeText.neutralised(
                "The file looks like one of \(other.name) "
                    + "(\(Self.words(of: evidence, statement.layout)))."))
    }

    private mutating func currency(
        of part: StatementAccount, _ statement: Statement
    ) throws -> Currency {
        try withCurrency { try $0.currency(of: part, statement, elseSaid: $1) }
    }

    /// Asks for the currency where neither the file nor the person said it.
    private mutating func withCurrency<Value>(
        _ body: (Engine, String?) throws -> Value
    ) throws -> Value {
        do {
            return try body(engine, saidCurrency)
        } catch let error as UnknownStatementCurrency where Conversation.isPossible {
            while let answer = try Conversation(screen: screen).ask(
                "Currency of the amounts, such as USD:")
            {
                if answer.utf8.count == 3, answer.allSatisfy({ $0.isASCII && $0.isLetter }) {
                    saidCurrency = answer.uppercased()
                    return try body(engine, saidCurrency)
                }
            }
            throw error
        }
    }

    private func say(_ words: String) throws {
        if !isQuiet { try screen.print(SafeText.neutralised(words)) }
    }

    private mutating func asked(
        _ part: StatementAccount, of statement: Statement, _ unknown: UnknownStatementAccount
    ) throws -> StatementChoice {
        try screen.note(SafeText.neutralised("Which account is \(unknown.name)?"))
        for (number, account) in unknown.known.enumerated() {
            try screen.note(SafeText.neutralised("  \(number + 1)  \(account.name)"))
        }
        try screen.note("  n  a new one")
        while let answer = try Conversation(screen: screen).ask("Number or n:") {
            if answer == "n" {
                return .new(name: unknown.name, currency: try currency(of: part, statement))
            }
            if let number = Int(answer), unknown.known.indices.contains(number - 1) {
                return .known(unknown.known[number - 1])
            }
            try screen.note("Answer with one of the numbers, or with n.")
        }
        throw unknown
    }

    private static func words(
        of evidence: StatementPlace.Evidence, _ layout: TableLayout?
    ) -> String {
        switch evidence {
        case .earlierFile: "as in an earlier file"
        case .name: "by its name or number"
        case .balance: "its balance continues"
        case .layout: "as \(layout?.path ?? "its layout") says"
        case .rows(let count):
            "\(Count.text(count, "row")) \(count == 1 ? "is" : "are") there already"
        }
    }
}

/// A new account would have the name of another.
struct TakenAccountName: Error {
    let name: String
}

/// The file says in which currencies its amounts are, and none is the one that the person said.
struct AbsentStatementCurrency: Error {
    let currency: String
    let known: [String]
}

/// An account's currency is not that of the file's amounts.
struct OtherStatementCurrency: Error {
    let account: String
    let currency: String
    let ofFile: String
}
