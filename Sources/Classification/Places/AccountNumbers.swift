import Model

/// The countries of the account numbers (IBANs) in the texts of transactions.
struct AccountNumbers {
    /// By country: how many texts have an account number there.
    private var counts: [String: Int] = [:]
    /// By country, "DE": the length of its account numbers.
    private let lengths: [[UInt8]: Int]

    /// The newest transactions are enough, and bound the time.
    private static let mostTransactions = 5_000
    /// One landlord abroad is not where a household lives.
    private static let least = 3

    /// - Parameters:
    ///   - lengths: by country, "de".
    ///   - accounts: positions of the accounts whose transactions count.
    init(in snapshot: Snapshot, of accounts: Set<Int32>, lengths: [String: Int]) {
        self.lengths = Dictionary(
            uniqueKeysWithValues: lengths.map { (Array($0.key.uppercased().utf8), $0.value) })
        guard !lengths.isEmpty else { return }
        var seen: Set<TextID> = []
        var left = Self.mostTransactions
        for transaction in snapshot.transactions.reversed()
        where accounts.contains(transaction.account) {
            guard left > 0 else { break }
            left -= 1
            for text in [transaction.description, transaction.bankPayee, transaction.memo]
            where seen.insert(text).inserted {
                guard let country = country(in: Array(snapshot.texts[text].utf8)) else { continue }
                counts[country, default: 0] += 1
            }
        }
    }

    /// The country of more than half of the account numbers in some countries; nil if there is
    /// none.
    func most(of countries: Set<String>) -> String? {
        let own = counts.filter { countries.contains($0.key) }
        let all = own.values.reduce(0, +)
        return own.first { $0.value * 2 > all && $0.value >= Self.least }?.key
    }

    /// The country of the first valid account number in a text, "de".
    private func country(in text: [UInt8]) -> String? {
        for start in text.indices where start == 0 || !Self.isWord(text[start - 1]) {
            guard start + 4 <= text.count, Self.isDigit(text[start + 2]),
                Self.isDigit(text[start + 3]),
                let length = lengths[[text[start], text[start + 1]]],
                let number = Self.number(from: start, of: length, in: text),
                Self.isValid(number)
            else { continue }
            return String(decoding: text[start...start + 1], as: UTF8.self).lowercased()
        }
        return nil
    }

    /// The letters and digits of a number, which may be written in groups.
    private static func number(from start: Int, of length: Int, in text: [UInt8]) -> [UInt8]? {
        var number: [UInt8] = []
        var position = start
        while number.count < length, position < text.count {
            if isDigit(text[position]) || isCapital(text[position]) {
                number.append(text[position])
            } else if text[position] != UInt8(ascii: " ")
                || text[position - 1] == UInt8(ascii: " ")
            {
                return nil
            }
            position += 1
        }
        guard number.count == length, position == text.count || !isWord(text[position])
        else { return nil }
        return number
    }

    /// Whether the check digits of ISO 7064 are right.
    private static func isValid(_ number: [UInt8]) -> Bool {
        var rest = 0
        for letter in number[4...] + number[..<4] {
            rest =
                isDigit(letter)
                ? (rest * 10 + Int(letter) - 48) % 97 : (rest * 100 + Int(letter) - 55) % 97
        }
        return rest == 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    private static func isCapital(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
    private static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || isCapital(byte) || (97...122).contains(byte) || byte > 127
    }
}
