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

    init(
        screen: Screen, engine: Engine, account: String?, newName: String?, currency: String?,
        isQuiet: Bool = false
    ) {
        (self.screen, self.engine, self.isQuiet) = (screen, engine, isQuiet)
        (self.account, self.newName, self.currency) = (account, newName, currency)
    }

    /// - Throws: ``UnknownStatementAccount``, ``OtherStatementCurrency`` or
    ///   ``SharedStatementAccount``.
    mutating func choices(
        for statement: Statement, file: String
    ) throws -> [StatementChoice] {
        var choices: [StatementChoice] = []
        for part in statement.accounts {
            let (choice, isAnswer) = try choice(for: part, of: statement, file: file)
            choices.append(choice)
            if isAnswer, part.isNameless { answer = choice.name }
        }
        // Rows of two accounts that look alike would count once.
        var parts: [Int64: [String]] = [:]
        for (choice, part) in zip(choices, statement.accounts) {
            guard case .known(let known) = choice else { continue }
            parts[known.id, default: []].append(Self.name(of: part, file: file))
            if let names = parts[known.id], names.count > 1 {
                throw SharedStatementAccount(account: known.name, parts: names)
            }
        }
        return choices
    }

    private func choice(
        for part: StatementAccount, of statement: Statement, file: String
    ) throws -> (choice: StatementChoice, isAnswer: Bool) {
        if let account {
            let known = try engine.account(meantBy: account)
            guard part.mayHaveCurrency(of: known) else {
                throw OtherStatementCurrency(
                    account: known.name, currency: known.currency.code,
                    ofFile: part.currency ?? "")
            }
            return (.known(known), true)
        }
        if let newName {
            guard try !engine.vault.accounts().contains(where: { $0.name == newName }) else {
                throw TakenAccountName(name: newName)
            }
            let name =
                statement.accounts.count == 1
                ? newName : "\(newName) \(part.name.isEmpty ? part.id : part.name)"
            return (.new(name: name, currency: try currency(of: part, statement)), true)
        }
        switch try engine.place(of: part, layout: statement.layout) {
        case .known(let known, let evidence):
            let words = Self.words(of: evidence, statement.layout)
            try say("Account: \(known.name) (\(words))")
            return (.known(known), false)
        case .unknown(let known):
            return (try asked(part, of: statement, among: known, file: file), !known.isEmpty)
        }
    }

    private func say(_ words: String) throws {
        if !isQuiet { try screen.print(SafeText.neutralised(words)) }
    }

    private func asked(
        _ part: StatementAccount, of statement: Statement, among known: [AccountRecord],
        file: String
    ) throws -> StatementChoice {
        let name = Self.name(of: part, file: file)
        if known.isEmpty {
            let currency = try currency(of: part, statement)
            try say("Account: \(name), which is new")
            return .new(name: name, currency: currency)
        }
        guard Conversation.isPossible else {
            throw UnknownStatementAccount(name: name, known: known.map(\.name))
        }
        try screen.note(SafeText.neutralised("Which account is \(name)?"))
        for (number, account) in known.enumerated() {
            try screen.note(SafeText.neutralised("  \(number + 1)  \(account.name)"))
        }
        try screen.note("  n  a new one")
        while let answer = try Conversation(screen: screen).ask("Number or n:") {
            if answer == "n" {
                return .new(name: name, currency: try currency(of: part, statement))
            }
            if let number = Int(answer), known.indices.contains(number - 1) {
                return .known(known[number - 1])
            }
        }
        throw UnknownStatementAccount(name: name, known: known.map(\.name))
    }

    /// - Throws: ``UnknownStatementCurrency`` if the file doesn't say, and accounts differ.
    private func currency(
        of part: StatementAccount, _ statement: Statement
    ) throws -> Currency {
        if let code = part.currency ?? currency ?? statement.layout?.currency {
            return Currency(code: code.uppercased())
        }
        let used = Set(try engine.vault.accounts().map(\.currency))
        guard used.count == 1, let only = used.first else { throw UnknownStatementCurrency() }
        return only
    }

    private static func name(of part: StatementAccount, file: String) -> String {
        if !part.name.isEmpty { return String(part.name.prefix(100)) }
        if !part.id.isEmpty {
            let kind = part.kind.map {
                $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst()
            }
            return "\(kind ?? "Account") \(part.id.suffix(4))"
        }
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        return stem.isEmpty ? "Imported" : stem
    }

    private static func words(
        of evidence: StatementPlace.Evidence, _ layout: TableLayout?
    ) -> String {
        switch evidence {
        case .earlierFile: "as in an earlier file"
        case .name: "by its name or number"
        case .layout: "as \(layout?.path ?? "its layout") says"
        case .rows(let count):
            "\(Count.text(count, "row")) \(count == 1 ? "is" : "are") there already"
        }
    }
}

/// The file's account is none that is known, and may be one of them.
struct UnknownStatementAccount: Error {
    let name: String
    let known: [String]
}

/// A new account would have the name of another.
struct TakenAccountName: Error {
    let name: String
}

/// An account's currency is not that of the file's amounts.
struct OtherStatementCurrency: Error {
    let account: String
    let currency: String
    let ofFile: String
}

/// Several accounts of a file would become one.
struct SharedStatementAccount: Error {
    let account: String
    let parts: [String]
}

/// The file doesn't say in which currency its amounts are.
struct UnknownStatementCurrency: Error {}
