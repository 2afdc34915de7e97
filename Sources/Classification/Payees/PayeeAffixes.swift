/// How sure it is that a bank cuts names off in a column.
enum CutWidth {
    /// Hardly any name is longer.
    case certain
    /// As many names end there as in the columns beside it.
    case likely
}

/// The words that banks write around names, and the columns where they cut them off.
extension PayeeSpellings {
    private static let fewestNames = 8
    private static let fewestAffixed = 3
    private static let longestCode = 4
    private static let narrowestField = 12

    /// Learns what the bank writes behind the names of a layout, from the last word on.
    ///
    /// Words that follow several names each end at least two of five names there. Where
    /// nine of ten names end with short ones, these are codes.
    mutating func learnEndings(of layout: Int) {
        let members = layouts[layout].spellings
        guard members.count >= Self.fewestNames else { return }
        var ends = members.map { spellings[$0].words.count }
        var lengths = ends
        for _ in 0...Self.longestPhrase {
            let found = commonEndings(members, ends)
            let covered = found.values.reduce(0) { $0 + $1.count }
            guard (covered + layouts[layout].places) * 5 >= members.count * 2 else { return }
            members.forEach { spellings[$0].mayHavePlace = true }
            let codes = found.filter { $0.key.utf8.count <= Self.longestCode }
            let areCodes = codes.values.reduce(0) { $0 + $1.count } * 10 >= members.count * 9
            let isDense = (covered + layouts[layout].places) * 5 >= members.count * 4
            for (word, positions) in found {
                let count = lengthOfPhrase(positions.map { (members[$0], ends[$0]) })
                let isCode = areCodes && count == 1 && codes[word] != nil
                for position in positions {
                    let (number, end) = (members[position], ends[position])
                    if !isCode {
                        addPlace(spellings[number], end - count..<end)
                    } else if lengths[position] == end {
                        lengths[position] = end - 1
                        spellings[number].length = min(spellings[number].length, end - 1)
                        // What stands in front of a code is a place.
                        spellings[number].hasPlace = true
                    }
                    ends[position] = end - count
                }
            }
            if isDense, !areCodes { members.forEach { spellings[$0].hasPlace = true } }
        }
    }

    /// By word: the positions of the names that end with it, if these are several.
    private func commonEndings(_ members: [Int], _ ends: [Int]) -> [Substring: [Int]] {
        var found: [Substring: [Int]] = [:]
        for (position, end) in ends.enumerated() where end > 1 {
            found[spellings[members[position]].words[end - 1], default: []].append(position)
        }
        return found.filter { _, positions in
            Set(positions.map { spellings[members[$0]].words[0] }).count >= Self.fewestAffixed
        }
    }

    /// The number of words that all of the names end with: two for "ST MALO".
    private func lengthOfPhrase(_ names: [(spelling: Int, end: Int)]) -> Int {
        var count = 1
        while count < Self.longestPhrase {
            let words = Set(
                names.map { name -> Substring in
                    let position = name.end - count - 1
                    return position > 0 ? spellings[name.spelling].words[position] : ""
                })
            guard words.count == 1, words.first != "" else { break }
            count += 1
        }
        return count
    }

    /// Learns the words with and without which several names are known from other layouts.
    mutating func learnFromPairs() {
        let open = spellings.indices.filter { spellings[$0].isOpen && spellings[$0].length > 0 }
        let known = KnownNames(
            open.map { (spellings[$0].text(0..<spellings[$0].length), $0) }.sorted {
                ($0.0, spellings[$0.1].key) < ($1.0, spellings[$1.1].key)
            })
        // A word that few names have at an end needs no look.
        var (first, last) = ([Int](repeating: 0, count: traits.count), [0])
        last = first
        for number in open {
            first[spellings[number].numbers[0]] += 1
            last[spellings[number].numbers[spellings[number].length - 1]] += 1
        }
        let followers = followers(of: open)
        var behind: [Substring: (names: Set<Substring>, spelling: Int, count: Int)] = [:]
        var before: [Substring: Set<Substring>] = [:]
        for number in open where spellings[number].length > 1 {
            let spelling = spellings[number]
            let end = spelling.length
            let isCommon = (
                behind: last[spelling.numbers[end - 1]] >= Self.fewestAffixed,
                before: first[spelling.numbers[0]] >= 2
            )
            for count in 1...Self.longestPhrase where count < end {
                let name = spelling.text(0..<end - count)
                if isCommon.behind,
                    known.contain(name, where: { areApart($0, number) })
                {
                    let phrase = spelling.text(end - count..<end)
                    behind[phrase, default: ([], number, count)].names.insert(spelling.words[0])
                }
                let rest = spelling.text(count..<end)
                if isCommon.before, !isPlace(rest, behind: number, followers),
                    known.contain(rest, orCutOff: true, where: { areApart($0, number) })
                {
                    before[spelling.text(0..<count), default: []].insert(rest)
                }
            }
        }
        for (names, number, count) in behind.values where names.count >= Self.fewestAffixed {
            let end = spellings[number].length
            addPlace(spellings[number], end - count..<end)
        }
        for (phrase, names) in before
        where names.count >= (phrase.contains(" ") ? 2 : Self.fewestAffixed) {
            beginnings.insert(phrase)
        }
    }

    /// By the end of names: the names with other words in front of it.
    private func followers(of open: [Int]) -> [Substring: [Int]] {
        var followers: [Substring: [Int]] = [:]
        for number in open {
            let spelling = spellings[number]
            for count in 1...Self.longestPhrase where count < spelling.length {
                followers[spelling.text(count..<spelling.length), default: []].append(number)
            }
        }
        return followers
    }

    /// Whether the end of a name is a town or street rather than a name.
    ///
    /// Chains have branches in the same towns. So it is one if the same bank writes it behind
    /// another name, too.
    private func isPlace(
        _ end: Substring, behind number: Int, _ followers: [Substring: [Int]]
    ) -> Bool {
        let first = spellings[number].numbers[0]
        return normaliser.isCity(end)
            || (followers[end] ?? []).contains { other in
                spellings[other].numbers[0] != first && !areApart(other, number)
            }
    }

    /// By layout: the columns in which the bank cuts names off.
    func widths() -> [[Int: CutWidth]] {
        var counts = [[Int: Int]](repeating: [:], count: layouts.count)
        for spelling in spellings where spelling.endOfField > 0 {
            let columns = spelling.columns(ofWords: spelling.endOfField)
            for (layout, column) in zip(spelling.layouts, columns) {
                counts[layout][column, default: 0] += 1
            }
        }
        return counts.map { counts in
            var longer = 0
            var widths: [Int: CutWidth] = [:]
            for (end, count) in counts.sorted(by: { $0.key > $1.key }) {
                let around = (counts[end - 1] ?? 0) + (counts[end + 1] ?? 0)
                if count >= Self.fewestAffixed, end >= Self.narrowestField {
                    if longer <= count {
                        widths[end] = .certain
                    } else if count >= around {
                        widths[end] = .likely
                    }
                }
                longer += count
            }
            return widths
        }
    }
}

/// The names of spellings, to be looked up whole or by their beginning.
private struct KnownNames {
    private let sorted: [(name: Substring, spelling: Int)]
    private let names: Set<Substring>
    private let beginnings: Set<Substring>

    private static let shortestBeginning = 8

    init(_ sorted: [(name: Substring, spelling: Int)]) {
        self.sorted = sorted
        names = Set(sorted.map(\.name))
        beginnings = Set(sorted.map { $0.name.prefix(Self.shortestBeginning) })
    }

    /// Whether the name is one of a spelling that fits, or long enough and cut off from one
    /// within a word. Names that go on with another word are of other shops, such as those
    /// that are named after a town.
    func contain(
        _ name: Substring, orCutOff: Bool = false, where fits: (Int) -> Bool
    ) -> Bool {
        let isLong = orCutOff && name.utf8.count >= Self.shortestBeginning
        guard
            names.contains(name)
                || isLong && beginnings.contains(name.prefix(Self.shortestBeginning))
        else { return false }
        let first = sorted.partitioningIndex { $0.name >= name }
        return sorted[first...].prefix(PayeeSpellings.mostCompared)
            .prefix { $0.name == name || isLong && $0.name.hasPrefix(name) }
            .contains { $0.name.dropFirst(name.count).first != " " && fits($0.spelling) }
    }
}

extension Array {
    /// The first position whose element fulfils a condition that all later ones fulfil, too.
    func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
