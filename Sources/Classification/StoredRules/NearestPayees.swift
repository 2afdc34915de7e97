import Model

/// The payees whose names are the most like another's, which a rule for that one must not
/// catch.
struct NearestPayees {
    private struct Payee {
        let row: Int
        let words: Set<String>
        let letters: [Character]
    }

    private let payees: [Payee]

    private static let shortestWord = 3
    private static let shortestBeginning = 4

    /// - Parameter payees: each with one of its rows.
    init(_ payees: [(name: String, row: Int)]) {
        self.payees = payees.map { name, row in
            Payee(row: row, words: Self.words(of: name), letters: Array(name.lowercased()))
        }
    }

    /// A row of each payee that shares a word or the beginning with a name, the most alike
    /// first.
    ///
    /// - Parameter isOther: whether a row belongs to another payee.
    func rows(like name: String, where isOther: (Int) -> Bool) -> [Int] {
        let words = Self.words(of: name)
        let letters = Array(name.lowercased())
        return payees.compactMap { payee -> (common: Int, beginning: Int, row: Int)? in
            let common = payee.words.intersection(words).count
            let beginning = zip(payee.letters, letters).prefix { $0 == $1 }.count
            guard common > 0 || beginning >= Self.shortestBeginning, isOther(payee.row)
            else { return nil }
            return (common, beginning, payee.row)
        }.sorted { ($1.common, $1.beginning, $0.row) < ($0.common, $0.beginning, $1.row) }
            .map(\.row)
    }

    private static func words(of name: String) -> Set<String> {
        Set(
            name.lowercased().split { !$0.isLetter }.map(String.init)
                .filter { $0.count >= shortestWord })
    }
}
