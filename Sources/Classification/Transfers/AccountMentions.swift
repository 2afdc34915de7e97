import Model
import Rules

/// Which of the person's own accounts texts name: by the last digits of the
/// account, by its name, or by its bank.
struct AccountMentions {
    /// The accounts that a transaction's texts name, as positions in the
    /// snapshot's accounts.
    struct Mention {
        /// By their digits.
        var byNumber: Set<Int32> = []
        /// By their name or their bank's.
        var byName: Set<Int32> = []

        var isEmpty: Bool { byNumber.isEmpty && byName.isEmpty }
    }

    private let matcher: RulebookMatcher
    private let meanings: [(account: Int32, isNumber: Bool)]

    /// - Parameter commonNames: words in names of banks and accounts that tell
    ///   none from others.
    init(_ snapshot: Snapshot, commonNames: [String]) throws(RulebookError) {
        let common = Set(commonNames.map { SearchText($0) })
        var rules: [Rule] = []
        var meanings: [(account: Int32, isNumber: Bool)] = []
        func add(_ test: TextTest, _ account: Int, isNumber: Bool) {
            rules.append(
                Rule(
                    id: "account-\(rules.count)", name: "", origin: .stored,
                    condition: .text(.anyText, test), effect: Effect()))
            meanings.append((Int32(account), isNumber))
        }
        for (position, account) in snapshot.accounts.enumerated() {
            let words = NameWords(account.bankName)
            if let number = words.lastNumber {
                add(.matches(Self.pattern(ofNumber: number)), position, isNumber: true)
            }
            let bank = NameWords(account.institution)
            if let name = bank.distinctive(common) {
                add(.containsWord(name), position, isNumber: false)
            }
            // An account is told by its bank's name already, so its own is
            // only asked for what the bank's does not say.
            if words.count > 1, let name = words.distinctiveWhole(common) {
                add(.containsWord(name), position, isNumber: false)
            }
        }
        self.meanings = meanings
        matcher = RulebookMatcher(rulebook: try Rulebook(rules), snapshot: snapshot)
    }

    func mention(ofRow row: Int) -> Mention {
        var mention = Mention()
        matcher.forEachMatch(row: row) { rule in
            let meaning = meanings[rule]
            if meaning.isNumber {
                mention.byNumber.insert(meaning.account)
            } else {
                mention.byName.insert(meaning.account)
            }
            return true
        }
        return mention
    }

    /// An account's last digits, as banks write them: behind a mask or a word
    /// for an account. Alone they could be of any number.
    private static func pattern(ofNumber number: String) -> String {
        #"(?:[X*#.]|\b(?:CHK|CHECKING|SAV|SAVINGS|ACCT|ACCOUNT|A/C|IN|CARD|CRD|LOAN|MMA|FROM|TO))"#
            + #"[ #:]*"# + number + #"(?![0-9])"#
    }
}

/// The words of a bank's or an account's name.
struct NameWords {
    private let words: [String]

    init(_ name: String) {
        words = SearchText(name).description.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    var count: Int { words.count }

    /// The last four digits that the name ends in.
    var lastNumber: String? {
        guard let last = words.last(where: { $0.contains(where: \.isNumber) }) else { return nil }
        let digits = last.reversed().prefix(while: { ("0"..."9").contains($0) })
        return digits.count >= 3 ? String(digits.prefix(4).reversed()) : nil
    }

    /// Whether the words of another name stand in this one, in their order.
    func contains(_ other: NameWords) -> Bool {
        guard !other.words.isEmpty, other.words.count <= words.count else { return false }
        return (0...words.count - other.words.count).contains { start in
            words[start...].starts(with: other.words)
        }
    }

    /// The words up to the first that tells the name from others: "northbeam"
    /// of "Northbeam Online Bank", "bank of america".
    func distinctive(_ common: Set<SearchText>) -> String? {
        guard
            let first = words.firstIndex(where: {
                !common.contains(SearchText($0)) && $0.count > 2
            })
        else { return nil }
        return words[...first].joined(separator: " ")
    }

    /// The whole name, where some word of it tells it from others.
    func distinctiveWhole(_ common: Set<SearchText>) -> String? {
        distinctive(common) == nil ? nil : words.joined(separator: " ")
    }
}
