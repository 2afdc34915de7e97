/// The words of ``PayeeWords`` as small numbers, with the phrases that they form.
///
/// A class, because each text's parser holds it: one reference count is cheaper than
/// one for each of a dozen lists.
///
/// Unchecked: nothing changes after `init`.
final class PayeeVocabulary: @unchecked Sendable {
    struct Roles: OptionSet, Sendable {
        let rawValue: UInt16
        static let service = Roles(rawValue: 1)
        static let bareService = Roles(rawValue: 2)
        static let branches = Roles(rawValue: 4)
        static let beforeNumber = Roles(rawValue: 8)
        static let nameless = Roles(rawValue: 16)
        static let legalForm = Roles(rawValue: 32)
        static let state = Roles(rawValue: 64)
        static let ambiguousState = Roles(rawValue: 128)
        static let country = Roles(rawValue: 256)
        static let capitals = Roles(rawValue: 512)
        static let abbreviation = Roles(rawValue: 1024)
        static let small = Roles(rawValue: 2048)
        static let numbered = Roles(rawValue: 4096)
        static let beforeCardDigits = Roles(rawValue: 8192)
        static let beforeCode = Roles(rawValue: 16384)
        static let currency = Roles(rawValue: 32768)
    }

    /// The number of words in no list.
    static let unknown: Int32 = -1

    private var words = PayeeWordTable()
    /// By word: the word that it is a variant of, or itself.
    private var meanings: [Int32] = []
    private(set) var roles: [Roles] = []
    private(set) var prefixes = PhraseTree()
    private(set) var personPrefixes = PhraseTree()
    private(set) var endings = PhraseTree()
    /// Phrases from their last word to their first; so are ``cities``.
    private(set) var trailing = PhraseTree()
    private(set) var cities = PhraseTree()
    /// The beginnings of a bank's texts about its own interest and fees.
    private(set) var bankTexts = PhraseTree()
    /// The beginnings of texts with a fixed layout that names the payee later; the
    /// values are indexes into ``beforeNames``.
    private(set) var layouts = PhraseTree()
    private(set) var beforeNames: [[[Int32]]] = []
    /// By layout, what ends the name.
    private(set) var behindNames: [[[Int32]]] = []
    /// The last words of ``trailing`` by their first letter.
    private var trailingEnds: [UInt8: [Int32]] = [:]
    private(set) var spellings = PhraseTree()
    private(set) var beginnings = PhraseTree()
    /// The names of known payees, by the values in the trees.
    private(set) var names: [String] = []

    /// Card networks truncate cities to these lengths.
    private static let lengthsOfCutCities = [12, 13]

    init(_ lists: PayeeWords) {
        for group in lists.sameWords {
            guard let meant = group.first.flatMap({ phrase($0).first }) else { continue }
            for text in group.dropFirst() {
                for word in phrase(text) { meanings[Int(word)] = meant }
            }
        }
        give(.service, to: lists.services)
        give(.bareService, to: lists.bareServices)
        give(.branches, to: lists.servicesWithBranches)
        give(.beforeNumber, to: lists.beforeNumbers)
        give(.beforeCardDigits, to: lists.beforeCardDigits)
        give(.beforeCode, to: lists.beforeCodes)
        give(.nameless, to: lists.nameless + lists.trailing + lists.currencies)
        give(.currency, to: lists.currencies)
        give(.legalForm, to: lists.legalForms)
        give(.state, to: lists.states)
        give(.ambiguousState, to: lists.ambiguousStates)
        give(.country, to: lists.countries)
        give(.capitals, to: lists.capitals)
        give(.abbreviation, to: lists.abbreviations)
        give(.numbered, to: lists.numbered)
        give(.small, to: lists.smallWords)
        for text in lists.prefixes { prefixes.add(phrase(text), value: 0) }
        for text in lists.personPrefixes { personPrefixes.add(phrase(text), value: 0) }
        for text in lists.endings { endings.add(phrase(text), value: 0) }
        for text in lists.trailing { trailing.add(phrase(text).reversed(), value: 0) }
        for text in lists.bankTexts { bankTexts.add(phrase(text), value: 0) }
        for layout in lists.layouts {
            let value = Int32(beforeNames.count)
            beforeNames.append(layout.beforeName.map(phrase).filter { !$0.isEmpty })
            behindNames.append(layout.behindName.map(phrase).filter { !$0.isEmpty })
            for text in layout.beginnings { layouts.add(phrase(text), value: value) }
        }
        for word in Set(lists.trailing.compactMap({ phrase($0).last })).sorted() {
            guard let letter = words.bytes(of: word).first else { continue }
            trailingEnds[letter, default: []].append(word)
        }
        for text in lists.cities {
            cities.add(phrase(text).reversed(), value: 0)
            for length in Self.lengthsOfCutCities where text.utf8.count > length {
                let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
                cities.add(phrase(cut).reversed(), value: 0)
            }
        }
        for payee in lists.knownPayees {
            let value = Int32(names.count)
            names.append(payee.name)
            for text in payee.spellings + payee.beginnings + [payee.name] {
                spellings.add(phrase(text), value: value)
            }
            for text in payee.beginnings { beginnings.add(phrase(text), value: value) }
        }
    }

    /// The number of a word as written, or ``unknown``.
    func word(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 { words.find(bytes) }

    /// The word that another is a variant of: "TRANSFER" for "XFER".
    func meaning(of word: Int32) -> Int32 { word < 0 ? word : meanings[Int(word)] }

    func spelling(of word: Int32) -> ArraySlice<UInt8> { words.bytes(of: word) }

    /// Words about how something was paid that begin with the given letters.
    func trailingEnds(beginningWith letters: ArraySlice<UInt8>) -> [Int32] {
        guard let first = letters.first, let ends = trailingEnds[first] else { return [] }
        return ends.filter { words.bytes(of: $0).starts(with: letters) }
    }

    func roles(of word: Int32) -> Roles { word < 0 ? [] : roles[Int(word)] }

    private func give(_ role: Roles, to texts: [String]) {
        for text in texts {
            for word in phrase(text) { roles[Int(word)].insert(role) }
        }
    }

    private func phrase(_ text: String) -> [Int32] {
        var tokens = PayeeTokens()
        var text = text
        text.withUTF8 { tokens.read($0) }
        return tokens.bytes.withUnsafeBufferPointer { bytes in
            tokens.tokens.map { token in
                let number = words.insert(UnsafeBufferPointer(rebasing: bytes[token.range]))
                if roles.count <= Int(number) {
                    roles.append([])
                    meanings.append(number)
                }
                return meanings[Int(number)]
            }
        }
    }
}

/// A trie of phrases, which finds the longest matching phrase in one pass.
struct PhraseTree: Sendable {
    private var next: [UInt64: Int32] = [:]
    private var values: [Int32] = [-1]

    mutating func add(_ phrase: some Sequence<Int32>, value: Int32) {
        var node: Int32 = 0
        for word in phrase {
            let edge = Self.edge(node, word)
            if let known = next[edge] {
                node = known
            } else {
                let new = Int32(values.count)
                values.append(-1)
                next[edge] = new
                node = new
            }
        }
        if node != 0, values[Int(node)] < 0 { values[Int(node)] = value }
    }

    /// The longest phrase that the words begin with: its word count and value.
    func longest(_ words: some Sequence<Int32>) -> (count: Int, value: Int32)? {
        var node: Int32 = 0
        var found: (count: Int, value: Int32)?
        var count = 0
        for word in words {
            guard word >= 0, let following = next[Self.edge(node, word)] else { break }
            node = following
            count += 1
            if values[Int(node)] >= 0 { found = (count, values[Int(node)]) }
        }
        return found
    }

    /// Whether a phrase begins with the word.
    func contains(beginningWith word: Int32) -> Bool { next[Self.edge(0, word)] != nil }

    private static func edge(_ node: Int32, _ word: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
    }
}

/// A hash table of words by their bytes, with open addressing.
struct PayeeWordTable: Sendable {
    private var slots = [Int32](repeating: -1, count: 1024)
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    func find(_ word: UnsafeBufferPointer<UInt8>) -> Int32 {
        var slot = Self.hash(word) & (slots.count - 1)
        while slots[slot] >= 0 {
            if isWord(Int(slots[slot]), word) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return -1
    }

    mutating func insert(_ word: UnsafeBufferPointer<UInt8>) -> Int32 {
        let known = find(word)
        if known >= 0 { return known }
        let number = Int32(ends.count)
        bytes.append(contentsOf: word)
        ends.append(bytes.count)
        if ends.count * 2 > slots.count {
            slots = [Int32](repeating: -1, count: slots.count * 2)
            for earlier in ends.indices { place(Int32(earlier)) }
        } else {
            place(number)
        }
        return number
    }

    func bytes(of word: Int32) -> ArraySlice<UInt8> { bytes[range(of: Int(word))] }

    private mutating func place(_ number: Int32) {
        let hash = bytes.withUnsafeBufferPointer {
            Self.hash(UnsafeBufferPointer(rebasing: $0[range(of: Int(number))]))
        }
        var slot = hash & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = number
    }

    private func range(of number: Int) -> Range<Int> {
        (number == 0 ? 0 : ends[number - 1])..<ends[number]
    }

    private func isWord(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(of: number)
        guard range.count == word.count else { return false }
        for position in word.indices where bytes[range.lowerBound + position] != word[position] {
            return false
        }
        return true
    }

    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = PayeeHash()
        for byte in word { hash.add(byte) }
        return hash.value
    }
}

/// An FNV-1a hash, the same in each run.
struct PayeeHash {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int { Int(truncatingIfNeeded: hash ^ hash >> 32) & .max }

    @inline(__always)
    mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    mutating func add(_ word: ArraySlice<UInt8>) {
        for byte in word { add(byte) }
        add(UInt8(ascii: " "))
    }
}

/// The text that banks and card networks put around merchants' names, from
/// `config/payees.toml`. Case doesn't matter in any of it.
public struct PayeeWords: Hashable, Sendable {
    /// Bank text before a name ("POS DEBIT").
    public var prefixes: [String]
    /// Text before a person's name ("ZELLE TO").
    public var personPrefixes: [String]
    /// Payment services, as written before a star ("SQ" in "SQ *BLUE HERON").
    public var services: [String]
    /// Payment services written before another name without a star.
    public var bareServices: [String]
    /// Services that add the branch after a dash ("TST* IANS - STATE ST").
    public var servicesWithBranches: [String]
    /// Beginnings of the part after a name that is specific to one payment
    /// ("WEB ID").
    public var endings: [String]
    /// Words after a name about how or why it was paid ("AUTOPAY").
    public var trailing: [String]
    /// Words that belong to the number after them ("STORE 0412").
    public var beforeNumbers: [String]
    /// Words before a card's last four digits, to which a name may be attached
    /// ("CARD 1234ALDI").
    public var beforeCardDigits: [String]
    /// Words before the code of a payment to a person ("SEND E-TFR ***aB3").
    public var beforeCodes: [String]
    /// Words that form a name with a number of up to three digits ("STUDIO 54").
    public var numbered: [String]
    /// Words that are not a name even on their own ("DEPOSIT").
    public var nameless: [String]
    /// Codes of currencies ("EUR").
    public var currencies: [String]
    /// Legal forms ("LLC").
    public var legalForms: [String]
    public var cities: [String]
    /// Codes of states and provinces.
    public var states: [String]
    /// The ``states`` that are also words or parts of names ("OR").
    public var ambiguousStates: [String]
    /// Country codes.
    public var countries: [String]
    /// Words that stay in capitals ("USPS").
    public var capitals: [String]
    /// Words without a vowel that are not written in capitals ("ST").
    public var abbreviations: [String]
    /// Words in lower case within a name ("OF").
    public var smallWords: [String]
    /// Synonyms: each word with its variants after it ("TRANSFER", "XFER").
    public var sameWords: [[String]]
    /// Beginnings of texts about a bank's own interest and fees ("INTEREST
    /// CHARGE"): their payee is the bank.
    public var bankTexts: [String]
    public var knownPayees: [KnownPayee]
    public var layouts: [Layout]

    /// The layout of texts that introduce the name with words of their own.
    public struct Layout: Hashable, Sendable {
        /// The beginnings of such texts ("FEDWIRE CREDIT").
        public var beginnings: [String]
        /// The text before the name, the most reliable first ("B/O").
        public var beforeName: [String]
        public var behindName: [String]

        public init(beginnings: [String], beforeName: [String], behindName: [String] = []) {
            self.beginnings = beginnings
            self.beforeName = beforeName
            self.behindName = behindName
        }
    }

    /// A merchant with several spellings.
    public struct KnownPayee: Hashable, Sendable {
        /// The name as a person would write it.
        public var name: String
        /// Names that identify it if nothing else is left of a text.
        public var spellings: [String]
        /// Words that identify it whatever follows them.
        public var beginnings: [String]

        public init(name: String, spellings: [String] = [], beginnings: [String] = []) {
            self.name = name
            self.spellings = spellings
            self.beginnings = beginnings
        }
    }

    public init(
        prefixes: [String] = [], personPrefixes: [String] = [], services: [String] = [],
        bareServices: [String] = [],
        servicesWithBranches: [String] = [], endings: [String] = [], trailing: [String] = [],
        beforeNumbers: [String] = [], beforeCardDigits: [String] = [], beforeCodes: [String] = [],
        numbered: [String] = [],
        nameless: [String] = [], currencies: [String] = [],
        legalForms: [String] = [],
        cities: [String] = [], states: [String] = [], ambiguousStates: [String] = [],
        countries: [String] = [], capitals: [String] = [], abbreviations: [String] = [],
        smallWords: [String] = [], sameWords: [[String]] = [], bankTexts: [String] = [],
        knownPayees: [KnownPayee] = [], layouts: [Layout] = []
    ) {
        self.prefixes = prefixes
        self.personPrefixes = personPrefixes
        self.services = services
        self.bareServices = bareServices
        self.servicesWithBranches = servicesWithBranches
        self.endings = endings
        self.trailing = trailing
        self.beforeNumbers = beforeNumbers
        self.beforeCardDigits = beforeCardDigits
        self.beforeCodes = beforeCodes
        self.numbered = numbered
        self.nameless = nameless
        self.currencies = currencies
        self.legalForms = legalForms
        self.cities = cities
        self.states = states
        self.ambiguousStates = ambiguousStates
        self.countries = countries
        self.capitals = capitals
        self.abbreviations = abbreviations
        self.smallWords = smallWords
        self.sameWords = sameWords
        self.bankTexts = bankTexts
        self.knownPayees = knownPayees
        self.layouts = layouts
    }
}
