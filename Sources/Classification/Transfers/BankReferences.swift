import Rules

/// The numbers by which a bank knows a movement ("transaction#: 11223344", "REF
/// #IB0RS0WCLL"), as a text has them.
struct BankReferences: Sendable {
    let all: Set<String>

    init(in texts: [String]) {
        all = Set(
            texts.flatMap { SearchText($0).words.filter(Self.isReference) })
    }

    /// Shorter ones are account endings, days, amounts and numbers of shops.
    private static let shortestNumber = 7
    private static let shortestCode = 9

    private static func isReference(_ word: String) -> Bool {
        let digits = word.filter { ("0"..."9").contains($0) }
        if digits.count == word.count {
            return word.count >= shortestNumber && !isDay(word)
        }
        // "XXXXXX4417" hides an account's number.
        let isMask = word.drop { $0 == "x" }.allSatisfy(\.isNumber)
        return word.count >= shortestCode && digits.count > 1 && !isMask
    }

    /// Whether a number is a day of some year: "20260309", "03092026".
    private static func isDay(_ number: String) -> Bool {
        guard number.count == 8 else { return false }
        return isYear(number.prefix(4)) && isDayOfMonth(number.suffix(4))
            || isYear(number.suffix(4)) && isDayOfMonth(number.prefix(4))
    }

    private static func isYear(_ digits: Substring) -> Bool {
        digits.hasPrefix("19") || digits.hasPrefix("20")
    }

    /// In either order: "0309".
    private static func isDayOfMonth(_ digits: Substring) -> Bool {
        guard let one = Int(digits.prefix(2)), let other = Int(digits.suffix(2)) else {
            return false
        }
        return (1...31).contains(one) && (1...31).contains(other) && min(one, other) <= 12
    }
}
