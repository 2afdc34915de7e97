import Rules

/// The words of ``PayeeWords`` as small numbers, with the phrases that they form.
///
/// A class, because each text's parser holds it: one reference count is cheaper than
/// one for each of a dozen lists.
final class PayeeVocabulary: Sendable {
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

    private let words: PayeeWordTable
    /// By word: the word that it is a variant of, or itself.
    private let meanings: FlatList<Int32>
    /// By word, raw.
    private let roles: FlatList<UInt16>
    let prefixes: PhraseTree
    let personPrefixes: PhraseTree
    let endings: PhraseTree
    /// Phrases from their last word to their first; so are ``cities``.
    let trailing: PhraseTree
    let cities: PhraseTree
    /// The beginnings of a bank's texts about its own interest and fees.
    let bankTexts: PhraseTree
    /// The beginnings of texts with a fixed layout that names the payee later; the
    /// values are indexes into ``beforeNames``.
    let layouts: PhraseTree
    let beforeNames: [[[Int32]]]
    /// By layout, what ends the name.
    let behindNames: [[[Int32]]]
    /// The last words of ``trailing``.
    private let trailingEnds: FlatList<Int32>
    let spellings: PhraseTree
    let beginnings: PhraseTree
    /// The names of known payees, by the values in the trees.
    let names: [String]

    init(_ lists: PayeeWords) {
        let builder = VocabularyBuilder(lists)
        words = PayeeWordTable(builder.words)
        meanings = FlatList(builder.meanings)
        roles = FlatList(builder.roles.map(\.rawValue))
        prefixes = PhraseTree(builder.prefixes)
        personPrefixes = PhraseTree(builder.personPrefixes)
        endings = PhraseTree(builder.endings)
        trailing = PhraseTree(builder.trailing)
        cities = PhraseTree(builder.cities)
        bankTexts = PhraseTree(builder.bankTexts)
        layouts = PhraseTree(builder.layouts)
        beforeNames = builder.beforeNames
        behindNames = builder.behindNames
        trailingEnds = FlatList(builder.trailingEnds)
        spellings = PhraseTree(builder.spellings)
        beginnings = PhraseTree(builder.beginnings)
        names = builder.names
    }

    /// The number of a word as written, or ``unknown``.
    func word(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 { words.find(bytes) }

    /// The word that another is a variant of: "TRANSFER" for "XFER".
    func meaning(of word: Int32) -> Int32 { word < 0 ? word : meanings[Int(word)] }

    func spelling(of word: Int32) -> Slice<FlatList<UInt8>> { words.bytes(of: word) }

    /// Words about how something was paid that begin with the given letters.
    func trailingEnds(beginningWith letters: ArraySlice<UInt8>) -> [Int32] {
        guard let first = letters.first else { return [] }
        return trailingEnds.filter { word in
            let bytes = words.bytes(of: word)
            return bytes.first == first && bytes.starts(with: letters)
        }
    }

    func roles(of word: Int32) -> Roles {
        word < 0 ? [] : Roles(rawValue: roles[Int(word)])
    }

    init(from archive: inout ArchiveReader) {
        words = archive.value()
        meanings = archive.list()
        roles = archive.list()
        prefixes = archive.value()
        personPrefixes = archive.value()
        endings = archive.value()
        trailing = archive.value()
        cities = archive.value()
        bankTexts = archive.value()
        layouts = archive.value()
        func phrases() -> [[[Int32]]] {
            archive.array { $0.array { $0.array { Int32($0.int()) } } }
        }
        beforeNames = phrases()
        behindNames = phrases()
        trailingEnds = archive.list()
        spellings = archive.value()
        beginnings = archive.value()
        names = archive.texts()
    }

    func write(to archive: inout ArchiveWriter) {
        archive.write(words)
        archive.write(meanings)
        archive.write(roles)
        for tree in [prefixes, personPrefixes, endings, trailing, cities, bankTexts, layouts] {
            archive.write(tree)
        }
        for layouts in [beforeNames, behindNames] {
            archive.write(layouts) { $0.write($1) { $0.write($1) { $0.write(Int($1)) } } }
        }
        archive.write(trailingEnds)
        archive.write(spellings)
        archive.write(beginnings)
        archive.write(names)
    }
}

/// A trie of phrases, which finds the longest matching phrase in one pass.
struct PhraseTree: Sendable {
    private let next: FlatMap
    /// By node; -1 where no phrase ends.
    private let values: FlatList<Int32>

    init(_ phrases: PhraseTreeBuilder) {
        next = FlatMap(phrases.next)
        values = FlatList(phrases.values)
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

    fileprivate static func edge(_ node: Int32, _ word: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
    }
}

extension PhraseTree: Archivable {
    func write(to archive: inout ArchiveWriter) {
        archive.write(next)
        archive.write(values)
    }

    init(from archive: inout ArchiveReader) {
        next = archive.value()
        values = archive.list()
    }
}

/// Phrases that become a ``PhraseTree``.
struct PhraseTreeBuilder {
    fileprivate private(set) var next: [UInt64: Int32] = [:]
    fileprivate private(set) var values: [Int32] = [-1]

    mutating func add(_ phrase: some Sequence<Int32>, value: Int32) {
        var node: Int32 = 0
        for word in phrase {
            let edge = PhraseTree.edge(node, word)
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
}

/// A hash table of words by their bytes, with open addressing.
struct PayeeWordTable: Sendable {
    private let slots: FlatList<Int32>
    private let words: FlatLists<UInt8>

    /// - Parameter words: distinct; their positions are their numbers.
    init(_ words: [[UInt8]]) {
        var count = 2
        while count < words.count * 2 { count *= 2 }
        var slots = [Int32](repeating: -1, count: count)
        for (number, word) in words.enumerated() {
            var slot = word.withUnsafeBufferPointer(Self.hash) & (count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = Int32(number)
        }
        self.slots = FlatList(slots)
        self.words = FlatLists(words)
    }

    /// The number of a word; -1 for an unknown one.
    func find(_ word: UnsafeBufferPointer<UInt8>) -> Int32 {
        var slot = Self.hash(word) & (slots.count - 1)
        while slots[slot] >= 0 {
            if isWord(Int(slots[slot]), word) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return -1
    }

    func bytes(of word: Int32) -> Slice<FlatList<UInt8>> {
        words.elements[words.range(of: Int(word))]
    }

    private func isWord(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = words.range(of: number)
        guard range.count == word.count else { return false }
        for position in word.indices
        where words.elements[range.lowerBound + position] != word[position] {
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

extension PayeeWordTable: Archivable {
    func write(to archive: inout ArchiveWriter) {
        archive.write(slots)
        archive.write(words)
    }

    init(from archive: inout ArchiveReader) {
        slots = archive.list()
        words = archive.value()
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
