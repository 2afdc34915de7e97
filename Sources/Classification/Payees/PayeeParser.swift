/// A parser that finds the name among the tokens of a text.
struct PayeeParser {
    private let tokens: [PayeeTokens.Token]
    private let words: [Int32]
    private let bytes: [UInt8]
    private let vocabulary: PayeeVocabulary

    /// The number of a known payee, if the text names one.
    private(set) var known: Int32?
    /// The tokens of the name.
    private(set) var name: Range<Int> = 0..<0

    private var start = 0
    private var end = 0
    /// Whether the text is about a payment to or from a person: "ZELLE TO".
    private(set) var isPerson = false
    private var hasBranch = false
    /// The layout of the text, if it has one.
    private var layout: Int?

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
        guard known == nil else { return }
        let isCutByNumber = findEnd()
        if start < end, isCutByNumber { takeOffWordsOfNumber() }
        takeOffEnd()
        name = start < end ? start..<end : 0..<tokens.count
    }

    // MARK: Before the name

    private mutating func takeOffBeginning() {
        while known == nil {
            if let name = startOfNameInLayout() {
                start = name
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
        start += 1
        return true
    }

    /// A number that can't begin a name: a date, or four digits and more.
    private func isLongNumber(_ token: PayeeTokens.Token) -> Bool {
        token.kind == .reference && token.letters == 0 && token.digits > 3
    }

    /// Whether a word before the first number could be a name.
    private func tellsName(_ range: Range<Int>) -> Bool {
        for position in range {
            let token = tokens[position]
            if token.kind == .reference, token.letters < 3 { continue }
            let roles = vocabulary.roles(of: words[position])
            if token.letters > 0, roles.isDisjoint(with: [.nameless, .small]) { return true }
        }
        return false
    }

    // MARK: After the name

    /// Finds the start of the text that is specific to one payment.
    ///
    /// - Returns: whether it starts with a number.
    private mutating func findEnd() -> Bool {
        while start < tokens.count {
            if let next = endOfCardNumber(from: start) {
                start = next
                continue
            }
            guard tokens[start].kind == .reference, !canBegin(tokens[start], at: start) else {
                break
            }
            start += 1
            if isDayWithMonth(tokens[start - 1]) { takeOffWordsBehindDay() }
        }
        end = start
        while end < tokens.count {
            let token = tokens[end]
            if end > start {
                if token.isBehindStar, vocabulary.roles(of: words[end - 1]).contains(.beforeCode) {
                    guard tellsName(end + 1..<tokens.count) else { return true }
                    (start, end, isPerson) = (end + 1, end + 1, true)
                    continue
                }
                if token.kind == .reference {
                    guard belongsToName(token, behind: end - 1) else { return true }
                }
                if isPerson, isReferenceOfPerson(token, at: end) { return true }
                if isPerson, token.isBehindQuote, belongsToNext(end - 1) { return false }
                if token.kind == .address { return false }
                if hasBranch, token.isBehindDash { return false }
                if token.isCode { return true }
                if isBehindNameOfLayout(end) { return false }
                if vocabulary.endings.longest(words[end...]) != nil { return false }
            }
            end += 1
        }
        return false
    }

    private func isBehindNameOfLayout(_ position: Int) -> Bool {
        guard let layout else { return false }
        return vocabulary.behindNames[layout].contains { words[position...].starts(with: $0) }
    }

    /// The end of a masked card number in front of a name: "CARTA N. XXXX7733".
    private func endOfCardNumber(from start: Int) -> Int? {
        guard vocabulary.roles(of: words[start]).contains(.beforeCardDigits) else { return nil }
        var next = start + 1
        if next < tokens.count, tokens[next].digits == 0, tokens[next].letters < 3 { next += 1 }
        guard next < tokens.count, tokens[next].kind == .reference,
            tellsName(next + 1..<tokens.count)
        else { return nil }
        return next + 1
    }

    /// Whether a name may begin with the number: "1-800-FLOWERS", "365 MARKET".
    private func canBegin(_ token: PayeeTokens.Token, at position: Int) -> Bool {
        if token.letters > 2 { return !isDayWithMonth(token) && !isMask(token) }
        return token.letters == 0 && token.digits == 3 && position + 1 < tokens.count
            && tokens[position + 1].kind == .word
    }

    /// "4974XXXXXXXX4412".
    private func isMask(_ token: PayeeTokens.Token) -> Bool {
        bytes[token.range].allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: "x") }
    }

    /// "03FEB26".
    private func isDayWithMonth(_ token: PayeeTokens.Token) -> Bool {
        let letters = bytes[token.range]
        return token.letters == Self.lettersOfMonth && letters.count == token.letters + token.digits
            && letters.first.map(Self.isDigit) == true && letters.last.map(Self.isDigit) == true
    }

    private static let lettersOfMonth = 3

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// "4412 03FEB26 CD , HARBOR BOOKS".
    private mutating func takeOffWordsBehindDay() {
        while start < tokens.count,
            vocabulary.roles(of: words[start]).contains(.beforeNumber),
            tellsName(start + 1..<tokens.count)
        {
            start += 1
        }
    }

    /// "STUDIO 360", but not "STORE 360".
    private func belongsToName(_ token: PayeeTokens.Token, behind position: Int) -> Bool {
        token.letters == 0 && token.digits < 4 && !token.isNumbered
            && vocabulary.roles(of: words[position]).contains(.numbered)
    }

    /// Whether the text after a person's name is the bank's reference, such as
    /// "BACkdwrtq2vn", or the rest of one. It has too few digits for a reference
    /// after a merchant's name.
    private func isReferenceOfPerson(_ token: PayeeTokens.Token, at position: Int) -> Bool {
        guard token.digits > 0, !belongsToName(token, behind: position - 1) else { return false }
        let isLast = position == tokens.count - 1
        guard token.letters > 0 else { return isLast }
        let length = token.letters + token.digits
        return length >= Self.shortestReference
            || isLast && length >= Self.shortestLastReference && hasLetterBehindDigit(token)
    }

    private static let shortestReference = 8
    private static let shortestLastReference = 6

    private func hasLetterBehindDigit(_ token: PayeeTokens.Token) -> Bool {
        bytes[token.range].drop { !Self.isDigit($0) }.contains { !Self.isDigit($0) }
    }

    private mutating func takeOffWordsOfNumber() {
        while end > start + 1, vocabulary.roles(of: words[end - 1]).contains(.beforeNumber) {
            end -= 1
        }
    }

    private mutating func takeOffEnd() {
        let hasName = tellsName(start..<end)
        while start < end {
            if !isPerson, let spelling = vocabulary.spellings.longest(words[start..<end]),
                spelling.count == end - start
            {
                known = spelling.value
                return
            }
            guard let shorter = shorterEnd(hasName: hasName), shorter > start else { return }
            end = shorter
        }
    }

    /// The end of the name without trailing words that belong to no name.
    private func shorterEnd(hasName: Bool) -> Int? {
        let last = vocabulary.roles(of: words[end - 1])
        if hasName, let phrase = trailingPhrase(before: end) { return end - phrase.count }
        if hasName, !isPerson, let cut = startOfCutPhrase() { return cut }
        // "TORONTO ON"; on its own, "ON" is a small word.
        if !isPerson, last.isSuperset(of: [.small, .state]), city(end - 1) != nil {
            return startOfPlace()
        }
        if last.contains(.small) || isSign(tokens[end - 1]) { return end - 1 }
        // Card networks add the place: "VENMO *PRIYA KUMAR NEW YORK NY".
        if isPerson { return tokens[start].isBehindStar ? startOfPlace() : nil }
        if let place = startOfPlace() { return place }
        return last.contains(.legalForm) ? end - 1 : nil
    }

    private func trailingPhrase(before end: Int) -> (count: Int, value: Int32)? {
        vocabulary.trailing.longest(words[start..<end].reversed())
    }

    /// The narrowest column that banks and card networks fit a text into.
    private static let narrowestColumn = 20

    /// The start of trailing words about the payment that the bank's column
    /// truncated: "PREMIU", "INS PR" or, with a number, "PREMIUM 4".
    private func startOfCutPhrase() -> Int? {
        let token = tokens[end - 1]
        guard token.column >= Self.narrowestColumn, isLastOfText(end - 1) else { return nil }
        if token.letters == 0 { return isBehindPhrase(end - 1) ? end - 1 : nil }
        for word in vocabulary.trailingEnds(beginningWith: bytes[token.range]) {
            let phrase = vocabulary.trailing.longest(
                CollectionOfOne(word) + words[start..<end - 1].reversed())
            guard let phrase else { continue }
            if phrase.count > 1 || token.letters > 3 || isBehindPhrase(end - 1) {
                return end - phrase.count
            }
        }
        return nil
    }

    private func isBehindPhrase(_ position: Int) -> Bool {
        position > start && trailingPhrase(before: position) != nil
    }

    /// Whether only text that is specific to one payment follows.
    private func isLastOfText(_ position: Int) -> Bool {
        let next = position + 1
        return next == tokens.count || tokens[next].kind == .reference
            || vocabulary.endings.longest(words[next...]) != nil
    }

    private func isSign(_ token: PayeeTokens.Token) -> Bool {
        token.letters == 0 && token.digits == 0
    }

    /// The start of "MADISON WI", "ROMA ITA" or "WI US" at the end of the name.
    private func startOfPlace() -> Int? {
        var end = end
        let hasCountry = vocabulary.roles(of: words[end - 1]).contains(.country)
        if hasCountry, end - 1 > start, let place = startOfStateAndCity(end - 1) ?? city(end - 1) {
            return place
        }
        if hasCountry, end - 2 > start, vocabulary.roles(of: words[end - 2]).contains(.state) {
            end -= 1
        }
        return startOfStateAndCity(end)
    }

    private func startOfStateAndCity(_ end: Int) -> Int? {
        guard end - 1 > start else { return nil }
        let roles = vocabulary.roles(of: words[end - 1])
        guard roles.contains(.state) else { return nil }
        if let city = city(end - 1) { return city }
        return roles.contains(.ambiguousState) || belongsToNext(end - 2) ? nil : end - 1
    }

    /// The start of a city that ends before a position.
    private func city(_ end: Int) -> Int? {
        guard let city = vocabulary.cities.longest(words[start..<end].reversed()) else {
            return nil
        }
        let begin = end - city.count
        return begin > start && !belongsToNext(begin - 1) ? begin : nil
    }

    /// Whether the word needs the next one: "CITY OF MADISON".
    private func belongsToNext(_ position: Int) -> Bool {
        vocabulary.roles(of: words[position]).contains(.small)
    }
}
