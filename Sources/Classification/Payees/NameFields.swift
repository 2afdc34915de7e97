internal import Model

/// The fields in which banks write names behind words and numbers of their own: "CARD
/// PURCHASE 06-25-25 KIRKBY 9071 HARBOR BOOKS".
///
/// No list has all such words. Many texts of one bank show them: they begin alike, and many
/// names stand behind one of their numbers. Some of these names are known. A chain's texts
/// begin alike too, but towns follow there.
///
/// What stands in front stays the payee if the person named it or uses its name in a rule.
///
/// - Complexity: about a microsecond for each distinct text.
struct NameFields {
    /// By the beginning of a text: the number of the field with the name, from 1.
    private var fields: [Int: Int] = [:]
    /// The keys that the person's aliases and rules use.
    private let kept: Set<String>

    private static let fewestNames = 8
    private static let fewestKnownNames = 2
    private static let leastShareOfKnown = 20
    private static let mostFields = 6

    init(in snapshot: Snapshot, by normaliser: PayeeNormaliser) {
        kept = normaliser.keptKeys.union(snapshot.decisions.payeeAliases.keys)
        var names: [Int: [Set<Int>]] = [:]
        var texts: [Int: [TextID]] = [:]
        var isSeen = [Bool](repeating: false, count: snapshot.texts.count)
        for text in snapshot.transactions.lazy.map(\.description)
        where !isSeen[Int(text.number)] {
            isSeen[Int(text.number)] = true
            Self.withBytes(of: text, in: snapshot) { bytes in
                let fields = Self.fields(of: bytes)
                guard let first = fields.first, fields.count > 1 else { return }
                let beginning = Self.hash(bytes, first)
                texts[beginning, default: []].append(text)
                for (number, field) in fields.enumerated().dropFirst() {
                    while names[beginning, default: []].count <= number {
                        names[beginning, default: []].append([])
                    }
                    names[beginning]?[number].insert(
                        Self.hash(bytes, Self.firstWord(of: bytes, field)))
                }
            }
        }
        var workspace = PayeeWorkspace()
        for (beginning, names) in names {
            let most = names.map(\.count).max() ?? 0
            guard most >= Self.fewestNames,
                let field = names.firstIndex(where: { $0.count * 3 >= most * 2 })
            else { continue }
            var known: Set<String> = []
            for text in texts[beginning] ?? [] {
                Self.withBytes(of: text, in: snapshot) { bytes in
                    let fields = Self.fields(of: bytes)
                    guard fields.count > field else { return }
                    let start = fields[field].lowerBound
                    let name = normaliser.reading(
                        of: UnsafeBufferPointer(rebasing: bytes[start...]), in: &workspace)
                    if normaliser.isKnown(name.key) { known.insert(name.key) }
                }
            }
            if known.count >= Self.fewestKnownNames,
                known.count * Self.leastShareOfKnown >= names[field].count
            {
                fields[beginning] = field
            }
        }
    }

    /// The payee in a text: that of the field if the text alone shows only what stands before.
    func reading(
        of text: UnsafeBufferPointer<UInt8>, by normaliser: PayeeNormaliser,
        in workspace: inout PayeeWorkspace
    ) -> PayeeNormaliser.Reading {
        let whole = normaliser.reading(of: text, in: &workspace)
        guard !fields.isEmpty, !normaliser.isKnown(whole.key), !kept.contains(whole.key)
        else { return whole }
        let found = Self.fields(of: text)
        guard let first = found.first, let field = fields[Self.hash(text, first)],
            found.count > field
        else { return whole }
        let start = found[field].lowerBound
        let before = normaliser.reading(
            of: UnsafeBufferPointer(rebasing: text[..<start]), in: &workspace)
        guard before.key == whole.key else { return whole }
        var name = normaliser.reading(
            of: UnsafeBufferPointer(rebasing: text[start...]), in: &workspace)
        guard name.party == .named else { return whole }
        name.layout?.beginning ^= Self.hash(text, first)
        return name
    }

    private static func withBytes(
        of text: TextID, in snapshot: Snapshot, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        let range = snapshot.texts.range(of: text)
        snapshot.texts.withUTF8Bytes { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    // MARK: Parts of a text

    /// The runs of words between numbers, if the text begins with a word.
    private static func fields(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var isOpen = false
        var position = 0
        while position < text.count, fields.count <= mostFields {
            guard text[position] != space else {
                position += 1
                continue
            }
            var end = position
            while end < text.count, text[end] != space { end += 1 }
            let part = Part(text, position..<end)
            if let word = part.word {
                if isOpen, let last = fields.last {
                    fields[fields.count - 1] = last.lowerBound..<end
                } else {
                    fields.append(word..<end)
                }
                isOpen = true
            }
            if part.isNumber {
                guard !fields.isEmpty else { return [] }
                isOpen = part.word != nil
            }
            position = end
        }
        return fields
    }

    /// What stands between two spaces.
    private struct Part {
        var isNumber = false
        /// The start of a word; nil for a number or a sign.
        var word: Int?

        init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
            var (letters, digits) = (0, 0)
            for byte in text[range] {
                if isDigit(byte) { digits += 1 } else if isLetter(byte) { letters += 1 }
            }
            // "2ND", but no "XXXX7733".
            guard digits > 2 || digits > letters else {
                word = letters > 0 ? range.lowerBound : nil
                return
            }
            isNumber = true
            // "4673761HARBOR".
            let name = range.first { !isDigit(text[$0]) } ?? range.upperBound
            if name - range.lowerBound >= 4, range.upperBound - name >= 3,
                text[name..<range.upperBound].allSatisfy(isLetter)
            {
                word = name
            }
        }
    }

    private static func firstWord(
        of text: UnsafeBufferPointer<UInt8>, _ field: Range<Int>
    ) -> Range<Int> {
        field.lowerBound..<(text[field].firstIndex(of: space) ?? field.upperBound)
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        var hash = PayeeHash()
        for byte in text[range] {
            hash.add(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        return hash.value
    }

    private static let space = UInt8(ascii: " ")
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80
    }
}
