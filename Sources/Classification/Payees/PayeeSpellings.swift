internal import Model

/// The payees of a snapshot that are spellings of one merchant.
///
/// A bank that writes the town behind a name, or that cuts a name off, makes another payee
/// out of it than a bank that does neither. One text alone doesn't show that. The texts of
/// all accounts together do:
///
/// - **What a bank writes behind names.** If most names in texts of one layout end with one
///   of a few words, each behind several names, then these are places or codes. Short codes
///   go. A place goes only if the name without it is known from other texts.
/// - **What a bank writes in front of names.** Words are so if several names are known both
///   with and without them.
/// - **Where a bank cuts names off.** If many names of one layout end in the same column, the
///   bank cuts there. A name that ends there is the only other name that begins with it.
/// - **Accents and spaces** that one bank writes and another does not.
///
/// A name that the person's rules use stays the merchant's name, and two of them stay apart.
///
/// Without such evidence two names stay two payees: once merged, they can't be told apart
/// again. The result depends only on the set of texts of each account, so each
/// pass finds the same.
///
/// - Complexity: n log n in the number of distinct names, some ten microseconds for each.
struct PayeeSpellings {
    /// A distinct name as it was parsed out of texts.
    final class Spelling {
        let key: String
        /// The words, also those that a dash joins, and their numbers.
        let words: [Substring]
        var numbers: [Int] = []
        /// The number of words without codes at the end.
        var length: Int
        /// Whether it may be another spelling: no person, and no payee that is listed.
        var isOpen = false
        /// Whether many names of a layout have a place behind them, and whether nearly all
        /// have one.
        var mayHavePlace = false
        var hasPlace = false
        /// The number of words in front of the first place.
        var endOfField: Int
        var layouts: [Int] = []
        /// By layout: where each word between spaces ends in its field, in characters.
        var ends: [[Int]] = []

        init(_ key: String) {
            self.key = key
            words = key.split { $0 == " " || $0 == "-" }
            length = words.count
            endOfField = length
        }

        /// Some of the words.
        func text(_ range: Range<Int>) -> Substring {
            key[words[range.lowerBound].startIndex..<words[range.upperBound - 1].endIndex]
        }

        /// By layout: where the first words end.
        func columns(ofWords count: Int) -> [Int] {
            let end = words[count - 1].endIndex
            let space = UInt8(ascii: " ")
            var rest = 0
            for byte in key.utf8[end...] {
                guard byte != space else { break }
                if byte & 0xC0 != 0x80 { rest += 1 }
            }
            let spaces = key.utf8[..<end].reduce(0) { $1 == space ? $0 + 1 : $0 }
            return ends.map { $0[spaces] - rest }
        }
    }

    /// The evidence about a word.
    struct Traits {
        var isCountry: Bool
        /// Whether it is the code of a country or state.
        var isCode: Bool
        /// Whether it ends the name of a listed city.
        var endsCity: Bool
        /// Whether it ends what banks write behind names.
        var endsPlace = false
    }

    /// Texts of one account with the same beginning.
    struct Layout {
        var spellings: [Int] = []
        /// The number of names behind which a known place was taken off already.
        var places = 0
    }

    /// A part of a spelling that may be the merchant's name.
    struct Candidate {
        let spelling: Int
        /// The end of its words.
        let end: Int
        let name: String
        /// What was taken off behind it, but for the code of a country.
        let place: Substring
        /// Whether no list tells that it is a place, only its position or other names.
        var isGuess = false
    }

    private struct LayoutID: Hashable {
        let account: Int32
        let beginning: Int
        let isBankPayee: Bool
    }

    let normaliser: PayeeNormaliser
    var spellings: [Spelling] = []
    var layouts: [Layout] = []
    /// By a word's number.
    var traits: [Traits] = []
    /// Words that banks write behind names, and in front of them.
    private var places: Set<Substring> = []
    var beginnings: Set<Substring> = []
    private var numbers: [String: Int] = [:]
    private var wordNumbers: [Substring: Int] = [:]
    private var layoutNumbers: [LayoutID: Int] = [:]
    /// By layout and spelling: the layout's position in the spelling's list.
    private var positions: [Member: Int] = [:]
    private var placed: Set<Member> = []
    private var workspace = PayeeWorkspace()

    private struct Member: Hashable {
        let layout: Int
        let spelling: Int
    }

    init(_ normaliser: PayeeNormaliser) { self.normaliser = normaliser }

    /// Adds a name. A name that is added again with the same layout changes nothing.
    ///
    /// - Parameter isBankPayee: whether it stands in a field of its own.
    mutating func add(_ reading: PayeeNormaliser.Reading, account: Int32, isBankPayee: Bool) {
        guard reading.party == .named, !reading.key.isEmpty else { return }
        let number = number(of: reading.key)
        guard let layout = reading.layout else { return }
        let spelling = spellings[number]
        let id = LayoutID(account: account, beginning: layout.beginning, isBankPayee: isBankPayee)
        let position = layoutNumbers[id] ?? layouts.count
        if position == layouts.count {
            layoutNumbers[id] = position
            layouts.append(Layout())
        }
        spelling.isOpen = true
        let member = Member(layout: position, spelling: number)
        if layout.hasPlace, placed.insert(member).inserted { layouts[position].places += 1 }
        if let known = positions[member] {
            // The order of texts must not matter.
            if layout.ends.lexicographicallyPrecedes(spelling.ends[known]) {
                spelling.ends[known] = layout.ends
            }
            return
        }
        positions[member] = spelling.layouts.count
        spelling.layouts.append(position)
        spelling.ends.append(layout.ends)
        layouts[position].spellings.append(number)
    }

    private mutating func number(of key: String) -> Int {
        if let known = numbers[key] { return known }
        let spelling = Spelling(key)
        for word in spelling.words {
            let number = wordNumbers[word] ?? traits.count
            if number == traits.count {
                wordNumbers[word] = number
                traits.append(normaliser.traits(of: word))
            }
            spelling.numbers.append(number)
        }
        numbers[key] = spellings.count
        spellings.append(spelling)
        return spellings.count - 1
    }

    mutating func addPlace(_ spelling: Spelling, _ words: Range<Int>) {
        traits[spelling.numbers[words.upperBound - 1]].endsPlace = true
        places.insert(spelling.text(words))
    }

    /// The merchants' names by the keys that are other spellings of them.
    mutating func merged() -> [String: String] {
        for layout in layouts.indices { learnEndings(of: layout) }
        learnFromPairs()
        let candidates = candidates()
        var groups = PayeeGroups(spellings, keeping: normaliser.keptKeys)
        mergeEqual(candidates, &groups)
        mergeCut(candidates, &groups)
        var merged: [String: String] = [:]
        for (number, spelling) in spellings.enumerated() {
            let name = groups.name(of: number)
            guard name != spelling.key else { continue }
            // A name that no text has alone is parsed as if one had.
            merged[spelling.key] = numbers[name] == nil ? normaliser.key(of: name) : name
        }
        return merged
    }

    // MARK: One merchant's spellings

    /// The names that each spelling may stand for.
    private mutating func candidates() -> [Candidate] {
        var found: [Candidate] = []
        for (number, spelling) in spellings.enumerated() where spelling.length > 0 {
            guard spelling.isOpen else {
                found.append(
                    Candidate(
                        spelling: number, end: spelling.length, name: spelling.key, place: ""))
                continue
            }
            addCandidates(number, from: 0, to: &found)
            guard !beginnings.isEmpty else { continue }
            for start in 1...Self.longestPhrase
            where start < spelling.length && beginnings.contains(spelling.text(0..<start)) {
                addCandidates(number, from: start, to: &found)
            }
        }
        return found
    }

    static let longestPhrase = 3
    private static let mostPlaces = 3
    private static let countryCode = 3

    /// Adds the spelling from a word on, whole and without the places at its end.
    private mutating func addCandidates(
        _ number: Int, from start: Int, to found: inout [Candidate]
    ) {
        let spelling = spellings[number]
        var end = spelling.length
        var endOfPlace = end
        var hasCode = spelling.hasPlace
        var isBehindPlace = true
        var isGuess = false
        func add() {
            found.append(
                Candidate(
                    spelling: number, end: end, name: String(spelling.text(start..<end)),
                    place: end < endOfPlace ? spelling.text(end..<endOfPlace) : "",
                    isGuess: isGuess))
        }
        add()
        if start == 0 { spelling.endOfField = end }
        for _ in 0..<Self.mostPlaces {
            let words = start + 1..<max(start + 1, end)
            let known = startOfPlace(spelling, words)
            // In front of a code, and where other names have a place, any word is one.
            let isUnknown = known == nil && hasCode && isBehindPlace && !words.isEmpty
            guard let begin = isUnknown ? end - 1 : known else { return }
            let phrase = spelling.text(begin..<end)
            let isCode = begin == end - 1 && traits[spelling.numbers[begin]].isCode
            if isCode, end == endOfPlace, phrase.utf8.count == Self.countryCode {
                endOfPlace = begin
            }
            end = begin
            if start == 0, isBehindPlace { spelling.endOfField = end }
            hasCode = hasCode || isCode
            isGuess =
                isGuess || isUnknown
                || !isCode && !traits[spelling.numbers[begin]].isCountry
                    && !normaliser.isCity(phrase)
            isBehindPlace = isBehindPlace && isCode
            add()
            addListed(found[found.count - 1], to: &found)
        }
    }

    /// Adds what is left of a name without its place once it is parsed as a text of its own.
    private mutating func addListed(_ candidate: Candidate, to found: inout [Candidate]) {
        let key = normaliser.key(of: candidate.name, in: &workspace)
        guard key != candidate.name, numbers[key] != nil else { return }
        found.append(
            Candidate(
                spelling: candidate.spelling, end: candidate.end, name: key,
                place: candidate.place, isGuess: candidate.isGuess))
    }

    private func startOfPlace(_ spelling: Spelling, _ words: Range<Int>) -> Int? {
        guard !words.isEmpty else { return nil }
        let last = traits[spelling.numbers[words.upperBound - 1]]
        let mayBeCity = spelling.mayHavePlace && last.endsCity
        if last.endsPlace || mayBeCity {
            for count in (1...Self.longestPhrase).reversed() where count <= words.count {
                let start = words.upperBound - count
                let phrase = spelling.text(start..<words.upperBound)
                if places.contains(phrase) || mayBeCity && normaliser.isCity(phrase) {
                    return start
                }
            }
        }
        return last.isCountry || spelling.mayHavePlace && last.isCode ? words.upperBound - 1 : nil
    }

    /// Merges spellings with an equal name but for spaces, if one has no place or both have
    /// the same.
    private func mergeEqual(_ candidates: [Candidate], _ groups: inout PayeeGroups) {
        // By name: the last candidate; and of each candidate the one before it.
        var lastOfName: [String: Int] = [:]
        var before: [(name: String, candidate: Int, previous: Int)] = []
        for (number, candidate) in candidates.enumerated() {
            PlainLetters.forEachFolding(of: candidate.name) { name in
                let name = Self.withoutSpaces(name)
                let previous = lastOfName.updateValue(before.count, forKey: name) ?? -1
                before.append((name, number, previous))
            }
        }
        // The longest names first: a place is taken off as long as that merges something.
        let names = Set(before.filter { $0.previous >= 0 }.map(\.name)).sorted {
            ($1.utf8.count, $0) < ($0.utf8.count, $1)
        }
        for name in names {
            var found: [Candidate] = []
            var entry = lastOfName[name] ?? -1
            while entry >= 0 {
                found.append(candidates[before[entry].candidate])
                entry = before[entry].previous
            }
            // Shorter places come first.
            found.sort {
                ($0.place.utf8.count, $0.place, spellings[$0.spelling].key)
                    < ($1.place.utf8.count, $1.place, spellings[$1.spelling].key)
            }
            for (position, candidate) in found.enumerated() {
                let other = found[..<position].prefix(Self.mostCompared).first {
                    $0.spelling != candidate.spelling && candidate.place.hasPrefix($0.place)
                        && (!candidate.isGuess || areApart($0.spelling, candidate.spelling))
                }
                guard let other,
                    groups.root(of: candidate.spelling) != groups.root(of: other.spelling)
                else { continue }
                groups.merge(candidate.spelling, other.spelling, named: candidate.name, other.name)
            }
        }
    }

    /// A name without its spaces, which banks set as they like. A short one keeps them.
    private static func withoutSpaces(_ name: String) -> String {
        guard name.utf8.count >= Self.shortestCut, name.utf8.contains(UInt8(ascii: " ")) else {
            return name
        }
        return name.filter { $0 != " " }
    }

    /// Whether two names are from texts of different layouts. Where one bank writes both in
    /// one way, it is not the bank that makes the difference.
    func areApart(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (spellings[first], spellings[second])
        return first.isOpen && second.isOpen
            && !first.layouts.contains { second.layouts.contains($0) }
    }

    /// Merges names that a bank cut off with the only name that begins with them.
    private func mergeCut(_ candidates: [Candidate], _ groups: inout PayeeGroups) {
        let widths = widths()
        let cut = candidates.compactMap { candidate -> (Candidate, CutWidth)? in
            guard candidate.name.utf8.count >= Self.shortestCut else { return nil }
            return width(of: candidate, in: widths).map { (candidate, $0) }
        }.sorted { ($1.0.name.utf8.count, $0.0.name) < ($0.0.name.utf8.count, $1.0.name) }
        guard !cut.isEmpty else { return }
        let sorted = candidates.sorted { ($0.name, $0.spelling) < ($1.name, $1.spelling) }
        for (candidate, width) in cut {
            let first = sorted.partitioningIndex { $0.name > candidate.name }
            var whole: Candidate?
            var isUnique = true
            for other in sorted[first...].prefix(Self.mostCompared) {
                guard other.name.hasPrefix(candidate.name) else { break }
                let rest = other.name.dropFirst(candidate.name.count)
                guard let next = rest.first,
                    candidate.place.hasPrefix(other.place)
                        || other.place.hasPrefix(candidate.place),
                    width == .certain || next != " ",
                    areApart(other.spelling, candidate.spelling),
                    groups.root(of: other.spelling) != groups.root(of: candidate.spelling)
                else { continue }
                if let whole {
                    isUnique =
                        isUnique
                        && groups.root(of: whole.spelling) == groups.root(of: other.spelling)
                } else {
                    whole = other
                }
            }
            guard isUnique, let whole else { continue }
            groups.merge(cut: candidate.spelling, with: whole.spelling, named: whole.name)
        }
    }

    private static let shortestCut = 6
    static let mostCompared = 64

    private func width(of candidate: Candidate, in widths: [[Int: CutWidth]]) -> CutWidth? {
        let spelling = spellings[candidate.spelling]
        guard spelling.isOpen else { return nil }
        guard spelling.layouts.contains(where: { !widths[$0].isEmpty }) else { return nil }
        let found = zip(spelling.layouts, spelling.columns(ofWords: candidate.end))
            .compactMap { widths[$0][$1] }
        return found.contains(.certain) ? .certain : found.first
    }
}
