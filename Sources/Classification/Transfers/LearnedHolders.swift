import Model
import Rules

/// The names of account holders, learned from their own transfers.
///
/// A name is a holder's if it is on money that leaves and on money that arrives, and most
/// rows with it have an equal and opposite one in another of the person's accounts. A
/// friend gives and takes as well, but not from one account of the person into another.
/// Where several times both sides have the name, half of all rows are enough, since the
/// others may go to accounts that are not connected.
struct LearnedHolders {
    /// As in the texts, in lower case.
    let names: [String]

    /// Pairs with the name on one side or both.
    private static let fewestPairs = 3
    /// Of all rows with the name, in percent; and if so many pairs have it on both sides.
    private static let leastShare = 80
    private static let leastSharedShare = 50
    private static let fewestShared = 3
    /// A longer name replaces a shorter one within it that is this often in the longer
    /// one, in percent. Otherwise its further words belong to no name.
    private static let leastWhole = 75
    private static let mostWords = 4
    private static let mostCandidates = 500

    /// - Parameters:
    ///   - pairs: equal and opposite amounts in two accounts within days, each row in one
    ///     pair at most.
    ///   - rows: all rows that may become a side of a transfer.
    ///   - isPartOfName: whether a word is no bank's and none of an account's name.
    init(
        _ pairs: [(sender: Int, receiver: Int)], among rows: [Int], in snapshot: Snapshot,
        isPartOfName: (String) -> Bool
    ) throws(RulebookError) {
        let candidates = Self.candidates(pairs, in: snapshot, isPartOfName)
        guard !candidates.isEmpty else {
            names = []
            return
        }
        let paired = Set(pairs.flatMap { [$0.sender, $0.receiver] })
        let matcher = RulebookMatcher(
            rulebook: try Rulebook(
                candidates.enumerated().map { position, name in
                    Rule(
                        id: "name-\(position)", name: "", origin: .stored,
                        condition: .text(
                            .anyText, .containsWord(name.joined(separator: " "))),
                        effect: Effect())
                }), snapshot: snapshot)
        var counts = [Count](repeating: Count(), count: candidates.count)
        var namesOfRow: [Int: Set<Int>] = [:]
        for row in rows {
            matcher.forEachMatch(row: row) { position in
                counts[position].rows += 1
                if paired.contains(row) {
                    namesOfRow[row, default: []].insert(position)
                    if snapshot.transactions[row].amount < 0 {
                        counts[position].sent += 1
                    } else {
                        counts[position].received += 1
                    }
                }
                return true
            }
        }
        for pair in pairs {
            let sent = namesOfRow[pair.sender] ?? []
            let received = namesOfRow[pair.receiver] ?? []
            for position in sent.union(received) { counts[position].pairs += 1 }
            for position in sent.intersection(received) { counts[position].shared += 1 }
        }
        let found = zip(candidates, counts).filter { $0.1.isOfHolder }
        names = found.filter { name, count in
            !found.contains { other, otherCount in
                other.count > name.count && Self.contains(other, name)
                    && otherCount.rows * 100 >= count.rows * Self.leastWhole
                    || other.count < name.count && Self.contains(name, other)
                        && count.rows * 100 < otherCount.rows * Self.leastWhole
            }
        }.map { $0.0.joined(separator: " ") }.sorted()
    }

    private struct Count {
        var rows = 0
        /// Of these, the rows with an equal and opposite one.
        var sent = 0
        var received = 0
        /// The pairs with the name on one side or both, and on both.
        var pairs = 0
        var shared = 0

        var isOfHolder: Bool {
            sent > 0 && received > 0 && pairs >= fewestPairs
                && (sent + received) * 100
                    >= rows * (shared >= fewestShared ? leastSharedShare : leastShare)
        }
    }

    /// The names that are often enough on both sides of the pairs, by their words.
    private static func candidates(
        _ pairs: [(sender: Int, receiver: Int)], in snapshot: Snapshot,
        _ isPartOfName: (String) -> Bool
    ) -> [[String]] {
        var texts: [TextID: (sent: Int, received: Int)] = [:]
        for pair in pairs {
            for text in Set(snapshot.transactions[pair.sender].names) {
                texts[text, default: (0, 0)].sent += 1
            }
            for text in Set(snapshot.transactions[pair.receiver].names) {
                texts[text, default: (0, 0)].received += 1
            }
        }
        var counts: [[String]: (sent: Int, received: Int)] = [:]
        for (text, count) in texts {
            for name in names(in: SearchText(snapshot.texts[text]).words, isPartOfName) {
                counts[name, default: (0, 0)].sent += count.sent
                counts[name, default: (0, 0)].received += count.received
            }
        }
        let found = counts.filter {
            $0.value.sent > 0 && $0.value.received > 0
                && $0.value.sent + $0.value.received >= fewestPairs
        }.keys.sorted { $0.joined(separator: " ") < $1.joined(separator: " ") }
        return found.count <= mostCandidates ? found : []
    }

    /// The runs of words that may be a name: two words that neither banks nor accounts
    /// use, or one with an initial.
    private static func names(
        in words: [String], _ isPartOfName: (String) -> Bool
    ) -> Set<[String]> {
        let kinds = words.map { word -> Kind in
            if isPartOfName(word) { return .name }
            return word.count < 3 && word.allSatisfy(\.isLetter)
                ? (word.count == 1 ? .initial : .particle) : .other
        }
        var names: Set<[String]> = []
        for start in words.indices where kinds[start] == .name || kinds[start] == .initial {
            var parts = 0
            var full = 0
            for end in start..<min(start + mostWords, words.count) {
                if kinds[end] == .other { break }
                if kinds[end] == .particle { continue }
                parts += 1
                full += kinds[end] == .name ? 1 : 0
                if parts > 1, full > 0 { names.insert(Array(words[start...end])) }
            }
        }
        return names
    }

    private enum Kind { case name, initial, particle, other }

    private static func contains(_ words: [String], _ part: [String]) -> Bool {
        (0...words.count - part.count).contains { words[$0...].starts(with: part) }
    }
}

extension TransactionFacts {
    fileprivate var names: [TextID] { [description, payee] }
}

extension TransferEvidence {
    /// Adds the holders whose names the person's own transfers tell.
    func learnHolders(
        _ pairs: [(sender: Int, receiver: Int)], among rows: [Int]
    ) throws(RulebookError) {
        // Without boilerplate words, any word could be a name.
        guard !settings.namelessWords.isEmpty else { return }
        let accounts = snapshot.accounts.indices.map { Int32($0) }
        let learned = try LearnedHolders(
            pairs, among: rows, in: snapshot,
            isPartOfName: { [self] in
                settings.namelessWords.isStranger($0) && !isOwn($0, accounts)
            })
        if !learned.names.isEmpty { add(holders: learned.names) }
    }
}
