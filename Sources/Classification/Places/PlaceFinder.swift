internal import Model

/// The brand or kind of place in a payee's name.
struct FoundPlace: Hashable {
    /// The brand's name; nil if only the kind is known.
    let brand: String?
    /// The word that tells of the kind, if only names of brands have it.
    var word: String?
    /// "supermarket".
    let kind: String
    let category: String
    /// Nil for that of the category.
    var lens: Lens?

    var evidence: Evidence {
        if let word { return Evidence(.brandWord, word, kind) }
        return brand.map { Evidence(.brand, $0, kind) } ?? Evidence(.placeKind, kind)
    }
}

/// Looks for brands and kinds of places in the names of payees.
///
/// A brand begins the name, or has six letters or more. One that is an ordinary word, a
/// town or a surname too must be the whole name, and a short one must exist in the
/// household's countries. A phrase of a kind counts in the household's languages, or
/// everywhere if it means the same everywhere; longer phrases come first, and single words
/// where a language puts the head of a name, and never behind "at" or "by". Where neither is known, a word counts that
/// brands of one category share.
struct PlaceFinder {
    private let settings: PlaceSettings
    private let categories: CategoryTree
    private let countries: Codes
    private let languages: Codes

    private var tables: PlaceTables { settings.tables }

    /// - Parameter countries: the household's, "de".
    init(_ settings: PlaceSettings, in countries: Set<String>, categories: CategoryTree) {
        self.settings = settings
        self.categories = categories
        self.countries = Codes(countries)
        languages = Codes(
            countries.reduce(into: Set(["en"])) { languages, country in
                languages.formUnion(settings.languagesOfCountry[country] ?? [])
            })
    }

    // MARK: Brands

    /// The brand that a name tells of, if its kind has a category.
    func brand(in name: String) -> FoundPlace? {
        let words = PlaceWords(name)
        guard let found = line(ofBrandIn: words),
            let kind = kind(found.line.field(1), column: 3)
        else { return nil }
        // A kind of place in the name comes before a brand of another country.
        if found.isForeign, let code = kindOfPhrase(in: words, from: firstWord(of: words)),
            self.kind(code, column: 2)?.category != kind.category
        {
            return nil
        }
        // "CHEVRON FEDERAL CREDIT UNION" is another business than the brand.
        if let code = kindOfPhrase(in: words, from: found.end),
            self.kind(code, column: 2)?.category != kind.category
        {
            return nil
        }
        return FoundPlace(
            brand: found.line.text(0), kind: kind.name, category: kind.category, lens: kind.lens)
    }

    /// The brand whose web address a text has: "HELP.NOTION.SO/BILLING".
    func brand(atAddressIn text: String) -> FoundPlace? {
        for address in WebAddresses.keys(in: text) {
            let line = address.withUnsafeBufferPointer { letters in
                tables.brands.lines(of: letters[...]).first { $0.has(Flag.address, in: 3) }
            }
            guard let line, let kind = kind(line.field(1), column: 3) else { continue }
            return FoundPlace(
                brand: line.text(0), kind: kind.name, category: kind.category, lens: kind.lens)
        }
        return nil
    }

    /// The countries of the bank with a name, as they are listed; nil if it is no bank or one of
    /// the whole world.
    ///
    /// A listed name begins the bank's, or has six letters or more: "Berliner Sparkasse".
    static func countries(ofBank name: String, in tables: PlaceTables) -> Set<String>? {
        let words = PlaceWords(name)
        var found: Set<String>?
        words.letters.withUnsafeBufferPointer { letters in
            for first in 0..<words.count where found == nil {
                let start = words.starts[first]
                tables.brands.forEachBeginning(
                    of: letters[start...], endingAt: words.ends[first...]
                ) { lines, last in
                    guard first == 0 || words.ends[last] - start >= Self.distinctLength else {
                        return false
                    }
                    let isWhole = first == 0 && last == words.count - 1
                    let banks = lines.filter { line in
                        (isWhole || !line.has(Flag.wholeBank, in: 3))
                            && tables.kinds.lines(of: line.field(1)).contains {
                                $0.text(0) == "amenity/bank"
                            }
                    }
                    let listed = banks.map { Codes.split($0.text(2)) }
                    // A bank of the whole world tells nothing.
                    guard !listed.isEmpty, !listed.contains([]) else { return true }
                    found = listed.reduce([]) { $0.union($1) }
                    return false
                }
            }
        }
        return found
    }

    /// The line of a brand, the number of the word behind it, and whether it is one of other
    /// countries alone.
    private func line(
        ofBrandIn words: PlaceWords
    ) -> (line: PlaceTable.Line, end: Int, isForeign: Bool)? {
        var best: (line: PlaceTable.Line, end: Int, isForeign: Bool)?
        words.letters.withUnsafeBufferPointer { letters in
            for first in 0..<words.count {
                let start = words.starts[first]
                tables.brands.forEachBeginning(
                    of: letters[start...], endingAt: words.ends[first...]
                ) { lines, last in
                    let size = words.ends[last] - start
                    guard first == 0 || size >= Self.distinctLength else { return false }
                    let line = self.best(
                        of: lines, isBeginning: first == 0,
                        isWhole: first == 0 && last == words.count - 1)
                    best = line.map { ($0.line, last + 1, $0.rank == Self.foreign) }
                    return best == nil
                }
                if best != nil { return }
            }
        }
        return best
    }

    /// A brand that stands behind another word has at least so many letters.
    private static let distinctLength = 6

    /// Of the brands of one name, that of the household's country, else of the world, else
    /// of another country.
    private func best(
        of lines: [PlaceTable.Line], isBeginning: Bool, isWhole: Bool
    ) -> (line: PlaceTable.Line, rank: Int)? {
        var best: (line: PlaceTable.Line, rank: Int)?
        for line in lines where !line.has(Flag.address, in: 3) {
            let listed = line.field(2)
            let rank = countries.holdsAny(of: listed) ? 0 : listed.isEmpty ? 1 : Self.foreign
            if !isWhole, line.has(Flag.whole, in: 3) { continue }
            if rank == Self.foreign, !isBeginning || line.has(Flag.home, in: 3) { continue }
            if rank < best?.rank ?? .max { best = (line, rank) }
        }
        return best
    }

    private static let foreign = 2

    // MARK: Words of brands

    /// The kind of place whose brands share a word of a name that has no kind's own word; nil
    /// if its words tell of different categories.
    func sharedWord(in name: String) -> FoundPlace? {
        let words = PlaceWords(name)
        guard words.count > 0, kindOfPhrase(in: words, from: firstWord(of: words)) == nil,
            kindOfCompound(in: words) == nil
        else { return nil }
        var found: FoundPlace?
        for word in 0..<words.count where !isNameOfStreet(word, in: words) {
            guard let kind = kind(ofSharedWord: word, in: words) else { continue }
            if let found, found.category != kind.category { return nil }
            found =
                found
                ?? FoundPlace(
                    brand: nil, word: words[word], kind: kind.name, category: kind.category,
                    lens: kind.lens)
        }
        return found
    }

    private func kind(
        ofSharedWord word: Int, in words: PlaceWords
    ) -> (name: String, category: String, lens: Lens?)? {
        words.letters.withUnsafeBufferPointer { letters in
            tables.words.lines(of: letters[words.starts[word]..<words.ends[word]]).first {
                $0.field(1).isEmpty || countries.holdsAny(of: $0.field(1))
            }.flatMap { kind($0.field(0), column: 3) }
        }
    }

    // MARK: Kinds

    /// The kind of place that a name tells of, if it has a category.
    func kind(in name: String) -> FoundPlace? {
        let words = PlaceWords(name)
        guard words.count > 0,
            let code = kindOfPhrase(in: words, from: firstWord(of: words))
                ?? kindOfCompound(in: words),
            let kind = kind(code, column: 2)
        else { return nil }
        return FoundPlace(
            brand: nil, kind: kind.name, category: kind.category, lens: kind.lens)
    }

    private func kindOfPhrase(
        in words: PlaceWords, from begin: Int
    ) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var best: (code: Slice<UnsafeBufferPointer<UInt8>>, rank: PhraseRank)?
        words.phrase.withUnsafeBufferPointer { phrase in
            for first in begin..<words.count
            where !isNameOfStreet(first, in: words) && !isNearby(first, in: words, from: begin) {
                let start = words.phraseStarts[first]
                tables.phrases.forEachBeginning(
                    of: phrase[start...], endingAt: words.phraseEnds[first...]
                ) { lines, last in
                    for line in lines {
                        let rank = PhraseRank(
                            line, words: last - first + 1,
                            letters: words.ends[last] - words.starts[first],
                            isFirst: first == begin, isLast: last == words.count - 1,
                            languages: languages)
                        guard let rank, best.map({ rank < $0.rank }) ?? true else { continue }
                        best = (line.field(0), rank)
                    }
                    return true
                }
            }
        }
        return best?.code
    }

    /// Whether a word is the name of a street: "AIRPORT RD PIZZA".
    private func isNameOfStreet(_ word: Int, in words: PlaceWords) -> Bool {
        word + 1 < words.count && Self.streets.contains(words[word + 1])
    }

    private static let streets: Set<String> = [
        "st", "street", "rd", "road", "ave", "avenue", "blvd", "boulevard", "dr", "drive", "ln",
        "lane", "way",
    ]

    /// Whether a word says where the place is: the second half of "Friseur am Rathaus".
    private func isNearby(_ word: Int, in words: PlaceWords, from begin: Int) -> Bool {
        var before = word - 1
        while before > begin, Self.articles.contains(words[before]) { before -= 1 }
        return before > begin && Self.nearness.contains(words[before])
    }

    private static let nearness: Set<String> = [
        "am", "an", "at", "bei", "beim", "bij", "by", "im", "in", "near", "op", "vid", "ved", "vom",
        "zum", "zur",
    ]

    /// The first word that is no article.
    private func firstWord(of words: PlaceWords) -> Int {
        var first = 0
        while first < words.count - 1,
            Self.articles.contains(words[first])
        { first += 1 }
        return first
    }

    private static let articles: Set<String> = [
        "la", "le", "les", "l", "el", "los", "las", "il", "lo", "gli", "i", "the", "der", "die",
        "das", "dem", "den", "de", "het", "o", "os", "a", "as", "un", "une",
    ]

    /// The kind that ends the last or first word: "schlossapotheke".
    private func kindOfCompound(in words: PlaceWords) -> Slice<UnsafeBufferPointer<UInt8>>? {
        guard languages.holdsAny(of: Self.compounding) else { return nil }
        return words.letters.withUnsafeBufferPointer { letters in
            for word in [words.count - 1, 0] {
                let end = words.ends[word]
                for start in (words.starts[word]...end).dropFirst(Self.shortestModifier)
                where end - start >= Self.shortestHead {
                    let line = tables.phrases.lines(of: letters[start..<end]).first {
                        $0.has(Flag.compound, in: 2) && languages.holdsAny(of: $0.field(1))
                    }
                    if let line { return line.field(0) }
                }
            }
            return nil
        }
    }

    private static let compounding = Array("da,de,fi,hu,nl,no,sv".utf8)
    private static let shortestModifier = 3
    private static let shortestHead = 6

    /// The name and category of a kind; nil if it has none that the household knows.
    private func kind(
        _ code: Slice<UnsafeBufferPointer<UInt8>>, column: Int
    ) -> (name: String, category: String, lens: Lens?)? {
        guard let line = tables.kinds.lines(of: code).first else { return nil }
        let kind = line.text(0)
        guard
            let category = categories.first(of: settings.categoryOfKind[kind] ?? line.text(column))
        else { return nil }
        let lens = settings.categoryOfKind[kind] == nil ? settings.lensOfKind[kind] : nil
        return (line.text(1), category.id, lens)
    }
}

/// The order in which phrases found in one name are preferred; nil for one that doesn't
/// count where it stands.
private struct PhraseRank: Comparable {
    private let words: Int
    private let isHead: Bool
    private let isName: Bool
    private let letters: Int

    init?(
        _ line: PlaceTable.Line, words: Int, letters: Int, isFirst: Bool, isLast: Bool,
        languages: Codes
    ) {
        let spoken = line.field(1)
        let isSpoken = languages.holdsAny(of: spoken)
        let isEverywhere = line.has(Flag.everywhere, in: 2)
        guard isSpoken || isEverywhere else { return nil }
        self.words = words
        self.letters = letters
        isName = line.has(Flag.name, in: 2)
        var heads = (first: false, last: false)
        for language in Codes.each(of: spoken) where !isSpoken || languages.contains(language) {
            if Self.headFirst.contains(language) { heads.first = true } else { heads.last = true }
        }
        isHead = isFirst && heads.first || isLast && heads.last
        if words == 1, !isHead, !isEverywhere {
            guard isName, isFirst || isLast, letters >= Self.distinctLetters else { return nil }
        }
    }

    static func < (one: PhraseRank, other: PhraseRank) -> Bool {
        if one.words != other.words { return one.words > other.words }
        if one.isHead != other.isHead { return one.isHead }
        if one.isName != other.isName { return one.isName }
        return one.letters > other.letters
    }

    private static let headFirst = Codes(["ca", "es", "fr", "it", "pt", "ro"])
    /// A single word at the other end of a name has at least so many letters.
    private static let distinctLetters = 4
}

/// A set of codes of two letters.
struct Codes {
    private let codes: [UInt16]

    init(_ texts: some Sequence<String>) {
        codes = texts.flatMap { Self.each(of: Array($0.utf8)) }.sorted()
    }

    func contains(_ code: UInt16) -> Bool { codes.contains(code) }

    /// Whether one of the codes is in a list such as "at,de".
    func holdsAny(of list: some RandomAccessCollection<UInt8>) -> Bool {
        Self.each(of: list).contains { codes.contains($0) }
    }

    /// The codes in a list such as "at,de".
    static func each(of list: some RandomAccessCollection<UInt8>) -> some Sequence<UInt16> {
        stride(from: 0, to: list.count - 1, by: 3).lazy.map { offset in
            let first = list.index(list.startIndex, offsetBy: offset)
            return UInt16(list[first]) << 8 | UInt16(list[list.index(after: first)])
        }
    }

    static func split(_ list: String) -> Set<String> {
        Set(list.split(separator: ",").map(String.init))
    }
}

private enum Flag {
    static let whole = UInt8(ascii: "w")
    static let home = UInt8(ascii: "h")
    static let address = UInt8(ascii: "d")
    static let wholeBank = UInt8(ascii: "b")
    static let name = UInt8(ascii: "n")
    static let everywhere = UInt8(ascii: "a")
    static let compound = UInt8(ascii: "c")
}
