/// Finding where the name ends.
extension PayeeParser {
    /// Takes off numbers in front of the name.
    ///
    /// - Returns: whether there are any.
    mutating func takeOffNumbers() -> Bool {
        let first = start
        while start < tokens.count {
            if let next = endOfCardNumber(from: start) ?? endOfAmount(from: start) {
                start = next
                continue
            }
            guard tokens[start].kind == .reference, !canBegin(tokens[start], at: start) else {
                break
            }
            start += 1
            if isDayWithMonth(tokens[start - 1]) { takeOffWordsBehindDay() }
        }
        if start > first { startOfField = nil }
        return start > first
    }

    /// Finds the start of the text that is specific to one payment.
    ///
    /// - Returns: whether it starts with a number.
    mutating func findEnd() -> Bool {
        end = start
        while end < tokens.count {
            let token = tokens[end]
            if end > start {
                if token.isBehindStar, vocabulary.roles(of: words[end - 1]).contains(.beforeCode) {
                    guard tellsName(end + 1..<tokens.count) else { return true }
                    (start, end, isPerson) = (end + 1, end + 1, true)
                    continue
                }
                if isService(end - 1), tellsName(end..<tokens.count) {
                    // "VIA NUPAY - PAG*PADARIA"
                    (startOfField, start) = (end - 1, end)
                    end += 1
                    continue
                }
                if token.kind == .reference {
                    guard belongsToName(token, behind: end - 1) else { return true }
                }
                if isPerson, isReferenceOfPerson(token, at: end) { return true }
                if isPerson, token.isBehindQuote, belongsToNext(end - 1) { return false }
                if token.kind == .address { return false }
                if hasBranch, token.isBehindDash { return false }
                if token.isCode || isAmount(end) { return true }
                if isBehindNameOfLayout(end) { return false }
                if vocabulary.endings.longest(words[end...]) != nil { return false }
            }
            end += 1
        }
        return false
    }

    /// Whether an amount of money begins there: "15,56 EUR" or "THB 1041.39".
    private func isAmount(_ position: Int) -> Bool {
        guard position + 1 < tokens.count else { return false }
        if isCurrency(position) { return isPlainNumber(position + 1) }
        guard isPlainNumber(position) else { return false }
        let next = position + 1
        let hasCents = isPlainNumber(next) && tokens[next].digits == 2
        return isCurrency(next) || hasCents && isCurrency(next + 1)
    }

    /// The end of an amount in front of the name: "DKK 49,00 HARBOUR CAFE".
    private func endOfAmount(from start: Int) -> Int? {
        guard start > 0, isCurrency(start), isAmount(start) else { return nil }
        var next = start + 1
        while next < tokens.count, isPlainNumber(next) { next += 1 }
        return tellsName(next..<tokens.count) ? next : nil
    }

    private func isPlainNumber(_ position: Int) -> Bool {
        tokens[position].letters == 0 && tokens[position].digits > 0
    }

    private func isCurrency(_ position: Int) -> Bool {
        position < tokens.count && vocabulary.roles(of: words[position]).contains(.currency)
    }

    /// Whether it is a service behind other words, with the name behind a star:
    /// "DEBITO EXPRESSO-PAG*PADARIA".
    private func isService(_ position: Int) -> Bool {
        let next = tokens[position + 1]
        guard !isPerson, next.isBehindStar, next.kind == .word, next.letters > 0 else {
            return false
        }
        let token = bytes[tokens[position].range]
        let last = token.lastIndex(of: UInt8(ascii: "-")).map { token[($0 + 1)...] } ?? token
        let word = last.withUnsafeBufferPointer { vocabulary.meaning(of: vocabulary.word($0)) }
        let roles = vocabulary.roles(of: word)
        return roles.contains(.service) && roles.isDisjoint(with: [.small, .country, .state])
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
        if token.letters > 2 {
            return !isDayWithMonth(token) && !isMask(token) && !isCode(token, at: position)
        }
        return token.letters == 0 && token.digits == 3 && position + 1 < tokens.count
            && tokens[position + 1].kind == .word
    }

    /// Whether it is a bank's code in front of a name: a known word with a number, "NOTA5207", or
    /// a number among letters, "PP2630PP". "SPAR5207" may be the name.
    private func isCode(_ token: PayeeTokens.Token, at position: Int) -> Bool {
        let code = bytes[token.range]
        let number = code.drop { !Self.isDigit($0) }.prefix(while: Self.isDigit)
        guard number.count >= Self.fewestDigitsOfCode, tellsName(position + 1..<tokens.count)
        else { return false }
        if number.endIndex < code.endIndex { return number.startIndex > code.startIndex }
        var start = code[..<number.startIndex]
        if start.last == UInt8(ascii: "-") { start = start.dropLast() }
        let word = start.withUnsafeBufferPointer {
            vocabulary.meaning(of: vocabulary.word($0))
        }
        return vocabulary.prefixes.longest(CollectionOfOne(word)) != nil
    }

    private static let fewestDigitsOfCode = 4

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

    mutating func takeOffWordsOfNumber() {
        let number = end
        while end > start + 1, vocabulary.roles(of: words[end - 1]).contains(.beforeNumber) {
            end -= 1
        }
        // "DEEZER 4 CB*0921": the digit differs between payments.
        guard end < number, number < tokens.count, tokens[number].isBehindStar, end > start + 1,
            isPlainNumber(end - 1), tokens[end - 1].digits == 1,
            !belongsToName(tokens[end - 1], behind: end - 2)
        else { return }
        end -= 1
    }

    mutating func takeOffEnd() {
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
    private mutating func shorterEnd(hasName: Bool) -> Int? {
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
        if let place = startOfPlace() {
            hasPlace = true
            return place
        }
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
