internal import Model

/// The numbers of terminals and cards that a bank writes in front of names: "TX-A5201 HARBOR
/// BOOKS" and "TX-A5207 HARBOR BOOKS".
///
/// Such a code has letters, a hyphen and digits. One text alone doesn't show it, since a name
/// may look so. Texts of one account do, if a name stands behind different codes that begin
/// with the same letters. A town behind them shows nothing: chains number their branches.
///
/// - Complexity: some nanoseconds for each distinct text, a microsecond for one with a code.
struct LeadingCodes {
    /// By text, where its name begins in bytes.
    private var starts: [TextID: Int] = [:]

    private static let fewestDigits = 3
    private static let mostLetters = 4

    init(in snapshot: Snapshot, by normaliser: PayeeNormaliser) {
        let kept = normaliser.keptKeys.union(snapshot.decisions.payeeAliases.keys)
        var workspace = PayeeWorkspace()
        var codeOfText: [TextID: Code] = [:]
        var isSeen = [Bool](repeating: false, count: snapshot.texts.count)
        // By account and the letters of a code: its texts.
        var texts: [Series: Set<TextID>] = [:]
        for transaction in snapshot.transactions {
            let text = transaction.description
            if !isSeen[Int(text.number)] {
                isSeen[Int(text.number)] = true
                codeOfText[text] = snapshot.texts.withUTF8Bytes { bytes in
                    Code(
                        in: UnsafeBufferPointer(rebasing: bytes[snapshot.texts.range(of: text)]),
                        normaliser, kept, &workspace)
                }
            }
            if !codeOfText.isEmpty, let code = codeOfText[text] {
                texts[Series(account: transaction.account, letters: code.letters), default: []]
                    .insert(text)
            }
        }
        for members in texts.values where members.count > 1 {
            let codes = members.compactMap { codeOfText[$0] }
            let isShown = Dictionary(grouping: codes, by: \.name).contains { name, codes in
                !normaliser.isCity(name[...]) && Set(codes.map(\.code)).count > 1
            }
            guard isShown else { continue }
            for text in members { starts[text] = codeOfText[text]?.start }
        }
    }

    /// Where the name begins in a text, in bytes.
    func startOfName(in text: TextID) -> Int { starts.isEmpty ? 0 : starts[text] ?? 0 }

    private struct Series: Hashable {
        let account: Int32
        let letters: String
    }

    /// A code in a text, with the name behind it.
    private struct Code {
        /// "tx-a5201".
        let code: Substring
        /// The letters before its digits, "tx-a".
        let letters: String
        /// The key of the name.
        let name: String
        /// Where the name begins in the text, in bytes.
        let start: Int

        init?(
            in text: UnsafeBufferPointer<UInt8>, _ normaliser: PayeeNormaliser,
            _ kept: Set<String>, _ workspace: inout PayeeWorkspace
        ) {
            guard Self.mayHold(text) else { return nil }
            let whole = normaliser.reading(of: text, in: &workspace)
            guard whole.party == .named, !normaliser.isKnown(whole.key),
                !kept.contains(whole.key), let space = whole.key.firstIndex(of: " ")
            else { return nil }
            code = whole.key[..<space]
            letters = String(code.prefix { !$0.isNumber })
            // A brand numbers its branches: "CO-OP1234".
            guard Self.isCode(code),
                PublicMerchants.lacks(letters.filter { $0 != "-" }),
                let end = Self.end(of: code, in: text)
            else { return nil }
            let name = normaliser.reading(
                of: UnsafeBufferPointer(rebasing: text[end...]), in: &workspace)
            guard name.party == .named else { return nil }
            self.name = name.key
            start = end
        }

        /// Whether a text has a hyphen and digits at all.
        private static func mayHold(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let dash = text.firstIndex(of: UInt8(ascii: "-")) else { return false }
            let rest = text[dash...].prefix { $0 != UInt8(ascii: " ") }
            return rest.count(where: isDigit) >= fewestDigits
        }

        /// Whether a word has few letters, one hyphen behind the first of them, and digits.
        private static func isCode(_ word: Substring) -> Bool {
            let bytes = word.utf8
            guard let first = bytes.first, !isDigit(first),
                bytes.count(where: { $0 == UInt8(ascii: "-") }) == 1,
                bytes.allSatisfy({ isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") })
            else { return false }
            return bytes.count(where: isDigit) >= fewestDigits
                && bytes.count(where: isLetter) <= mostLetters
        }

        /// The end of a word between spaces, in any case.
        private static func end(
            of word: Substring, in text: UnsafeBufferPointer<UInt8>
        ) -> Int? {
            var position = 0
            while position < text.count {
                let rest = text[position...].prefix { $0 != UInt8(ascii: " ") }
                if rest.count == word.utf8.count,
                    zip(rest, word.utf8).allSatisfy({ isLetter($0) ? $0 | 0x20 == $1 : $0 == $1 })
                {
                    return rest.endIndex
                }
                position = rest.endIndex + 1
            }
            return nil
        }

        private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
        private static func isLetter(_ byte: UInt8) -> Bool {
            (byte | 0x20) &- UInt8(ascii: "a") < 26
        }
    }
}
