/// Numbers the words of ``PayeeWords`` and collects their phrases.
struct VocabularyBuilder {
    private(set) var words: [[UInt8]] = []
    private var numbers: [[UInt8]: Int32] = [:]
    private(set) var meanings: [Int32] = []
    private(set) var roles: [PayeeVocabulary.Roles] = []
    private(set) var prefixes = PhraseTreeBuilder()
    private(set) var personPrefixes = PhraseTreeBuilder()
    private(set) var endings = PhraseTreeBuilder()
    private(set) var trailing = PhraseTreeBuilder()
    private(set) var cities = PhraseTreeBuilder()
    private(set) var bankTexts = PhraseTreeBuilder()
    private(set) var layouts = PhraseTreeBuilder()
    private(set) var beforeNames: [[[Int32]]] = []
    private(set) var behindNames: [[[Int32]]] = []
    private(set) var trailingEnds: [Int32] = []
    private(set) var spellings = PhraseTreeBuilder()
    private(set) var beginnings = PhraseTreeBuilder()
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
            beforeNames.append(layout.beforeName.map { phrase($0) }.filter { !$0.isEmpty })
            behindNames.append(layout.behindName.map { phrase($0) }.filter { !$0.isEmpty })
            for text in layout.beginnings { layouts.add(phrase(text), value: value) }
        }
        trailingEnds = Set(lists.trailing.compactMap({ phrase($0).last })).sorted()
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

    private mutating func give(_ role: PayeeVocabulary.Roles, to texts: [String]) {
        for text in texts {
            for word in phrase(text) { roles[Int(word)].insert(role) }
        }
    }

    /// The words of a text as those that they are variants of; new ones are added.
    private mutating func phrase(_ text: String) -> [Int32] {
        var tokens = PayeeTokens()
        var text = text
        text.withUTF8 { tokens.read($0) }
        return tokens.tokens.map { token in
            let word = Array(tokens.bytes[token.range])
            let new = Int32(words.count)
            let number = numbers[word, default: new]
            if number == new {
                numbers[word] = new
                words.append(word)
                roles.append([])
                meanings.append(new)
            }
            return meanings[Int(number)]
        }
    }
}
