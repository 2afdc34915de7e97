/// The words of a bank's texts that identify the payee.
///
/// A hold and its posted version are worded differently, such as with another
/// prefix, cut off, or with a store's number.
public struct PayeeTextWords: Hashable, Sendable {
    private let words: [String]
    private let whole: String

    public init(payee: String, description: String) {
        let text = "\(payee) \(description)".lowercased()
        var words: [String] = []
        for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "'" }) {
            let word = String(part)
            guard words.count < Self.mostWords else { break }
            guard word.count >= Self.shortestWord, !word.contains(where: \.isNumber),
                !Self.bankWords.contains(word), !words.contains(word)
            else { continue }
            words.append(word)
        }
        self.words = words
        whole = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The percentage of the shorter text's words that the other contains; 0 if a text
    /// has none.
    public func agreement(with other: PayeeTextWords) -> Int {
        if whole == other.whole { return whole.isEmpty ? 0 : 100 }
        let (few, many) = words.count <= other.words.count ? (self, other) : (other, self)
        guard !few.words.isEmpty else { return 0 }
        let common = few.words.count { word in many.words.contains { Self.isSame($0, word) } }
        return 100 * common / few.words.count
    }

    /// The beginnings of words, and the whole text. Texts that agree share at least one.
    var keys: Set<String> { Set(words.map { String($0.prefix(Self.shortestWord)) } + [whole]) }

    /// Whether both texts have words, but none in common.
    public func contradicts(_ other: PayeeTextWords) -> Bool {
        !words.isEmpty && !other.words.isEmpty && agreement(with: other) == 0
    }

    /// Whether both texts are alike but for their numbers, such as those of two checks.
    func differsInNumbers(from other: PayeeTextWords) -> Bool {
        func parts(_ isNumber: Bool) -> (String, String) {
            (
                whole.filter { $0.isNumber == isNumber },
                other.whole.filter { $0.isNumber == isNumber }
            )
        }
        let (letters, numbers) = (parts(false), parts(true))
        return letters.0 == letters.1 && numbers.0 != numbers.1 && !numbers.0.isEmpty
            && !numbers.1.isEmpty
    }

    /// Whether one text starts or ends with the other, regardless of their words.
    /// "PAYMENT TO CARD" identifies no payee.
    func encloses(_ other: PayeeTextWords) -> Bool {
        let (short, long) =
            whole.utf8.count <= other.whole.utf8.count ? (whole, other.whole) : (other.whole, whole)
        return !short.isEmpty && (long.hasSuffix(" \(short)") || long.hasPrefix("\(short) "))
    }

    /// Whether each text has a word or number that the other lacks, apart from banks' words.
    func differs(from other: PayeeTextWords) -> Bool {
        let (one, two) = (distinctive, other.distinctive)
        func has(_ words: [String], all others: [String]) -> Bool {
            others.allSatisfy { other in words.contains { Self.isSame($0, other) } }
        }
        return !has(one, all: two) && !has(two, all: one)
    }

    /// All words and numbers of the text that identify the payee or its branch.
    private var distinctive: [String] {
        whole.split { !$0.isLetter && !$0.isNumber }.prefix(Self.mostWords).map(String.init)
            .filter { !Self.bankWords.contains($0) }
    }

    /// Banks cut off long words.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        return min(one.count, other.count) >= shortestCutWord
            && (one.hasPrefix(other) || other.hasPrefix(one))
    }

    private static let shortestWord = 3
    /// No payee has more, but a hostile text may.
    private static let mostWords = 50
    private static let shortestCutWord = 5

    /// The words that banks add to any name.
    private static let bankWords: Set<String> = [
        "pending", "pos", "debit", "credit", "card", "purchase", "authorization", "authorisation",
        "auth", "hold", "checkcard", "visa", "mastercard", "recurring", "payment", "transaction",
        "preauth", "the", "and", "com", "www", "http", "https", "inc", "llc", "ltd", "usa",
    ]
}

/// The comparison of two rows' texts: whether they name the same payee.
final class TextAgreement {
    private struct Key: Hashable {
        let payee: Int64
        let description: Int64
    }

    private let texts: TextStore
    private let limits: SettlementLimits
    private var words: [Key: PayeeTextWords] = [:]
    private var allWords: [TransactionContent.Identity: PayeeTextWords] = [:]

    init(_ texts: TextStore, limits: SettlementLimits) {
        self.texts = texts
        self.limits = limits
    }

    func words(of row: TransactionContent) throws -> PayeeTextWords {
        let key = Key(payee: row.payee, description: row.description)
        if let known = words[key] { return known }
        let found = PayeeTextWords(
            payee: try texts.text(of: key.payee), description: try texts.text(of: key.description))
        words[key] = found
        return found
    }

    /// Whether two rows in the words of files are of different payees, or have different numbers.
    /// Some files have as a memo what others have as the description.
    func contradict(_ one: TransactionContent, _ other: TransactionContent) throws -> Bool {
        if try words(of: one).differsInNumbers(from: try words(of: other)) { return true }
        return try words(withMemoOf: one).contradicts(try words(withMemoOf: other))
    }

    private func words(withMemoOf row: TransactionContent) throws -> PayeeTextWords {
        if let known = allWords[row.identity] { return known }
        let memo = try texts.text(of: row.memo)
        let found = PayeeTextWords(
            payee: try texts.text(of: row.payee),
            description: try texts.text(of: row.description) + " " + memo)
        allWords[row.identity] = found
        return found
    }

    func agree(_ one: TransactionContent, _ other: TransactionContent) throws -> Bool {
        try words(of: one).agreement(with: try words(of: other)) >= limits.commonWordsPercent
    }

    /// Whether they agree, or one text starts or ends with the other.
    func agreeOrEnclose(_ one: TransactionContent, _ other: TransactionContent) throws -> Bool {
        try agree(one, other) || words(of: one).encloses(try words(of: other))
    }
}
