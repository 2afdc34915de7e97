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

    private let names: AccountNames
    private let matcher: RulebookMatcher

    init(_ snapshot: Snapshot, _ names: AccountNames) {
        self.names = names
        matcher = RulebookMatcher(rulebook: names.rulebook, snapshot: snapshot)
    }

    func mention(ofRow row: Int) -> Mention {
        var mention = Mention()
        matcher.forEachMatch(row: row) { rule in
            let meaning = names.meanings[rule]
            if meaning.isNumber {
                mention.byNumber.insert(meaning.account)
            } else {
                mention.byName.insert(meaning.account)
            }
            return true
        }
        return mention
    }
}

/// The words of a bank's or an account's name.
struct NameWords {
    let words: [String]

    init(_ name: String) {
        words = SearchText(name).words
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
