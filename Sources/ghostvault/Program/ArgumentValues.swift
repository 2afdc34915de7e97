public import ArgumentParser
public import Automation
public import Engine
public import Model
public import Vault

/// The number of a transaction or an entry, "870" or "#870".
struct ListedNumber: ExpressibleByArgument {
    let value: Int64

    init?(argument: String) {
        self.init(argument[...])
    }

    init?(_ text: Substring) {
        guard let value = Int64(text.hasPrefix("#") ? text.dropFirst() : text) else { return nil }
        self.value = value
    }
}

/// Several numbers in one argument, "870,871".
struct ListedNumbers {
    let values: [Int64]

    /// - Throws: `ValidationError` that explains the format.
    init(argument: String) throws {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        values = try words.map { word in
            if let number = ListedNumber(word) { return number.value }
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            if ends.count == 2, ends.allSatisfy({ ListedNumber($0) != nil }) {
                // Numbers follow the order of arrival, so a range is meaningless.
                throw ValidationError(
                    "numbers between two others may be of any account and day. Name each, as in "
                        + "870 871 or 870,871")
            }
            throw ValidationError("write a number, or several as in 870 871 or 870,871")
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
                "\(option) takes a text of one line, not empty and of at most \(mostBytes) bytes.")
        }
    }
}

extension CategoryTree {
    /// Returns the category if it exists.
    ///
    /// - Throws: `UnknownCategory`.
    func known(_ category: String) throws(UnknownCategory) -> String {
        guard self[category] == nil else { return category }
        throw UnknownCategory(name: category, known: categories.map(\.id))
    }
}

/// The command line names a category that doesn't exist.
struct UnknownCategory: Error {
    let name: String
    /// The existing category IDs.
    let known: [String]
}

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension CalendarMonth: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension AmountBound: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension AccountType: ExpressibleByArgument {}
extension SecretPlace: ExpressibleByArgument {}
extension EventKind: ExpressibleByArgument {}
extension TransactionClass: ExpressibleByArgument {}
extension Lens: ExpressibleByArgument {}
extension CorrectionPart: ExpressibleByArgument {}
