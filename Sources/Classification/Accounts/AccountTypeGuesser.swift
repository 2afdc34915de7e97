public import Model

/// Guesses what kind of account a bank's account is, from its name, its
/// institution and its balance.
public struct AccountTypeGuesser: Sendable {
    /// Words that speak for a type; an earlier guess outranks a later one.
    public struct Guess: Sendable {
        public let type: AccountType
        /// Whole words or phrases of an account's name, without case.
        public let words: [String]
        /// Whole words or phrases of a bank's name: banks that keep one kind
        /// of account only.
        public let institutions: [String]

        public init(type: AccountType, words: [String], institutions: [String]) {
            self.type = type
            self.words = words
            self.institutions = institutions
        }
    }

    private let guesses: [Guess]

    public init(guesses: [Guess]) {
        self.guesses = guesses
    }

    /// The type and the reason for it. The name speaks before the
    /// institution, and words before the balance: an overdrawn checking
    /// account is no loan.
    ///
    /// - Parameter balance: minor units, or nil where none is known.
    public func guess(
        name: String, institution: String, balance: Int64?
    ) -> (type: AccountType, reason: String) {
        if let (type, word) = guess(from: name, by: \.words) {
            return (type, "the account's name has \"\(word)\"")
        }
        if let (type, word) = guess(from: institution, by: \.institutions) {
            return (type, "the bank's name has \"\(word)\"")
        }
        if let balance, balance < 0 {
            return (.credit, "its balance is owed, and its name says nothing else")
        }
        return (.other, "neither name nor balance says what it is")
    }

    private func guess(
        from text: String, by list: (Guess) -> [String]
    ) -> (type: AccountType, word: String)? {
        let words = Self.spaced(text)
        for guess in guesses {
            if let word = list(guess).first(where: { words.contains(Self.spaced($0)) }) {
                return (guess.type, word)
            }
        }
        return nil
    }

    /// The words of a text, lower case, each between single spaces.
    private static func spaced(_ text: String) -> String {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return " " + words.joined(separator: " ") + " "
    }
}
