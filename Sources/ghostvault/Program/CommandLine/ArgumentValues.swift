public import ArgumentParser
public import Automation
public import Engine
public import Insights
public import Model
public import Statements
public import Vault

/// The number of a transaction or an entry, "870" or "#870".
struct ListedNumber: ExpressibleByArgument {
    let value: Int64

    init?(argument: String) {
        self.init(argument[...])
    }

    /// - Throws: `ValidationError` that names the list of decisions.
    init(decision argument: String) throws {
        guard let number = ListedNumber(argument[...]) else {
            throw ValidationError(
                "write a decision's number; \"ghostvault history\" lists decisions")
        }
        self = number
    }

    init?(_ text: Substring) {
        guard let value = Int64(text.hasPrefix("#") ? text.dropFirst() : text) else { return nil }
        self.value = value
    }
}

/// A transaction by its number, or the newest by "last".
enum TransactionNumber: ExpressibleByArgument {
    case number(Int64)
    case last

    init?(argument: String) {
        self.init(argument[...])
    }

    init?(_ text: Substring) {
        if text.lowercased() == "last" {
            self = .last
        } else if let number = ListedNumber(text) {
            self = .number(number.value)
        } else {
            return nil
        }
    }
}

extension VaultArguments {
    /// The number of the transaction that an argument names.
    ///
    /// - Throws: `NoTransactions` if there is no newest one.
    func number(_ argument: TransactionNumber, in engine: Engine) throws -> Int64 {
        guard case .number(let number) = argument else {
            var query = TransactionQuery()
            query.leavesOutHiddenAccounts = true
            query.days = try lastDay().map {
                CalendarDay(daysSinceEpoch: .min)..<$0.adding(days: 1)
            }
            query.limit = 1
            guard let newest = try engine.vault.transactions(query).first else {
                throw NoTransactions()
            }
            return newest.id
        }
        return number
    }
}

/// The vault has no transaction that "last" could name.
struct NoTransactions: Error {}

/// Several numbers in one argument, "870,871".
struct ListedNumbers {
    let values: [TransactionNumber]

    /// - Throws: `ValidationError` that explains the format.
    init(argument: String) throws {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        values = try words.map { word in
            if let number = TransactionNumber(word) { return number }
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            if ends.count == 2, ends.allSatisfy({ ListedNumber($0) != nil }) {
                // Numbers follow the order of arrival, so a range is meaningless.
                throw ValidationError(
                    "ranges are not supported, because numbers follow the order of arrival. List "
                        + "each, as in 870 871 or 870,871")
            }
            throw ValidationError("write a number, several as in 870 871 or 870,871, or last")
        }
    }
}

/// The rules for one-line texts that are stored with transactions.
enum OneLine {
    private static let mostBytes = 1000

    /// - Throws: `ValidationError` if the text is empty, longer than 1000 bytes, or has line
    ///   breaks or control characters.
    static func check(_ text: String?, of option: String) throws {
        guard let text else { return }
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count <= mostBytes,
            !text.contains(where: \.isNewline),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw ValidationError(
                "\(option) must be one line, not empty, of at most \(mostBytes) bytes.")
        }
    }
}

extension CategoryTree {
    /// The id of the category that an argument names by its id or name.
    ///
    /// - Throws: `UnknownCategory` or `AmbiguousName`.
    func meant(by text: String) throws -> String {
        guard let category = try category(meantBy: text) else {
            throw UnknownCategory(name: text, known: categories.map(\.id))
        }
        return category.id
    }
}

/// The command line names something that doesn't exist.
struct NoSuchName: Error {
    /// "There is no view "tea"."
    let message: String
    /// How to find the right name.
    let whatToDo: String
}

/// The command line names a category that doesn't exist.
struct UnknownCategory: Error {
    let name: String
    /// The existing category IDs.
    let known: [String]
}

extension AmountBound: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension AccountType: ExpressibleByArgument {
    public init?(argument: String) {
        switch argument {
        case "house", "home", "property", "car", "vehicle", "lent": self = .asset
        default: self.init(rawValue: argument)
        }
    }
}
extension StatementAnswers.DayOrder: ExpressibleByArgument {}
extension StatementAnswers.DecimalMark: ExpressibleByArgument {}
extension SecretPlace: ExpressibleByArgument {}
extension EventKind: ExpressibleByArgument {}
extension TransactionClass: ExpressibleByArgument {}
extension Lens: ExpressibleByArgument {}
extension PlanLine.Kind: ExpressibleByArgument {}
extension CorrectionPart: ExpressibleByArgument {}
extension TransactionSums.Kind: ExpressibleByArgument {}
