/// A parser that finds the name among the tokens of a text.
struct PayeeParser {
    let tokens: [PayeeTokens.Token]
    let words: [Int32]
    let bytes: [UInt8]
    let vocabulary: PayeeVocabulary

    /// The number of a known payee, if the text names one.
    var known: Int32?
    /// The tokens of the name.
    private(set) var name: Range<Int> = 0..<0

    var start = 0
    var end = 0
    /// Whether the text is about a payment to or from a person: "ZELLE TO".
    var isPerson = false
    var hasBranch = false
    /// Where the field of the name begins, which includes a payment service: "SQ *BLUE HERON".
    var startOfField: Int?
    /// Whether a place stood behind the name.
    var hasPlace = false
    /// The layout of the text, if it has one.
    var layout: Int?

    init(_ workspace: PayeeWorkspace, _ vocabulary: PayeeVocabulary) {
        tokens = workspace.tokens.tokens
        words = workspace.words
        bytes = workspace.tokens.bytes
        self.vocabulary = vocabulary
    }

    /// The kind of payee in the text.
    var party: PayeeNormaliser.Party {
        guard known == nil else { return .named }
        if let bankText = vocabulary.bankTexts.longest(words) {
            return tellsName(bankText.count..<max(bankText.count, end)) ? .lender : .bank
        }
        return tellsName(name) && !isPrefix(name) ? .named : .unnamed
    }

    /// Whether nothing but how it was paid is left: "KARTENZAHLUNG".
    private func isPrefix(_ name: Range<Int>) -> Bool {
        vocabulary.prefixes.longest(words[name])?.count == name.count
    }

    mutating func run() {
        takeOffBeginning()
        while known == nil, takeOffNumbers(), !isPerson { takeOffServices() }
        guard known == nil else { return }
        let isCutByNumber = findEnd()
        if start < end, isCutByNumber { takeOffWordsOfNumber() }
        takeOffEnd()
        name = start < end ? start..<end : 0..<tokens.count
    }

    /// For each word of the name, where it ends within its field, in characters.
    var ends: [Int] {
        guard let first = tokens[name].first else { return [] }
        let field = startOfField.map { tokens[$0] } ?? first
        return tokens[name].map { $0.place.upperBound - field.place.lowerBound }
    }

    /// The words in front of the name, without numbers.
    ///
    /// Texts with the same beginning have the same layout: "CARD 1234 03/14 BLUE HERON" and
    /// "CARD 1234 03/15 HARBOR BOOKS".
    var beginning: Int {
        var hash = PayeeHash()
        for token in tokens[..<(startOfField ?? name.lowerBound)] {
            if token.kind == .reference { hash.add(0) } else { hash.add(bytes[token.range]) }
        }
        return hash.value
    }

    // MARK: Before the name

    private mutating func takeOffBeginning() {
        while known == nil {
            if let name = startOfNameInLayout() {
                start = name
                startOfField = nil
                continue
            }
            if takeOffPerson() { return }
            if takeOffPrefix() { continue }
            if let beginning = vocabulary.beginnings.longest(words[start...]) {
                known = beginning.value
                return
            }
            guard takeOffService() else { return }
        }
    }

    /// The start of the name in a text with a known layout: "FEDWIRE CREDIT VIA:
    /// FIRST BANK/121202211 B/O: PRIYA KUMAR".
    private mutating func startOfNameInLayout() -> Int? {
        guard let layout = vocabulary.layouts.longest(words[start...]) else { return nil }
        for phrase in vocabulary.beforeNames[Int(layout.value)] {
            for position in words.indices.dropFirst(start + layout.count)
            where words[position...].starts(with: phrase) {
                let name = position + phrase.count
                if tellsName(name..<tokens.count) {
                    self.layout = Int(layout.value)
                    return name
                }
            }
        }
        return nil
    }

    private mutating func takeOffPerson() -> Bool {
        guard let prefix = vocabulary.personPrefixes.longest(words[start...]) else { return false }
        var next = start + prefix.count
        // "Zelle Transfer Conf# a1b2c3d4e; Priya Kumar": names contain no digits.
        while next < tokens.count, tokens[next].kind == .reference, tokens[next].digits > 0 {
            next += 1
        }
        // "VENMO DES:PAYMENT", but "ZELLE TO TRACE ADKINS".
        let needsName = vocabulary.roles(of: words[next - 1]).contains(.small)
        guard tellsName(next..<tokens.count),
            needsName || vocabulary.endings.longest(words[next...]) == nil
        else { return false }
        start = next
        isPerson = true
        return true
    }

    private mutating func takeOffPrefix() -> Bool {
        guard let prefix = vocabulary.prefixes.longest(words[start...]) else { return false }
        let end = start + prefix.count
        for end in [endOfPrefix(partedAt: end), end] {
            guard var next = end else { continue }
            while next < tokens.count, isLongNumber(tokens[next]) { next += 1 }
            guard tellsName(next..<tokens.count) else { continue }
            start = next
            startOfField = nil
            return true
        }
        return false
    }

    /// The end of a longer prefix that continues after a number: "ONLINE PAYMENT
    /// 19231681838 TO".
    private func endOfPrefix(partedAt position: Int) -> Int? {
        var next = position
        while next < tokens.count, tokens[next].kind == .reference, tokens[next].letters == 0 {
            next += 1
        }
        guard next > position, next < tokens.count else { return nil }
        let longer = vocabulary.prefixes.longest(words[start..<position] + words[next...])
        return longer.flatMap { longer in
            longer.count > position - start ? next + longer.count - (position - start) : nil
        }
    }

    private mutating func takeOffService() -> Bool {
        guard start + 1 < tokens.count else { return false }
        let roles = vocabulary.roles(of: words[start])
        let next = tokens[start + 1]
        guard
            roles.contains(.service) && next.isBehindStar
                || roles.contains(.bareService) && next.kind != .reference
        else { return false }
        guard tellsName(start + 1..<tokens.count) else { return false }
        hasBranch = hasBranch || roles.contains(.branches)
        startOfField = startOfField ?? start
        start += 1
        return true
    }

    /// Takes off services behind the number of a card: "CARD XX1234 SQ *BLUE HERON".
    private mutating func takeOffServices() {
        while known == nil {
            known = vocabulary.beginnings.longest(words[start...])?.value
            guard known == nil, takeOffService() else { return }
        }
    }

    /// A number that can't begin a name: a date, or four digits and more.
    private func isLongNumber(_ token: PayeeTokens.Token) -> Bool {
        token.kind == .reference && token.letters == 0 && token.digits > 3
    }

    /// Whether a word before the first number could be a name.
    func tellsName(_ range: Range<Int>) -> Bool {
        for position in range {
            let token = tokens[position]
            if token.kind == .reference, token.letters < 3 { continue }
            let roles = vocabulary.roles(of: words[position])
            if token.letters > 0, roles.isDisjoint(with: [.nameless, .small]) { return true }
        }
        return false
    }
}
