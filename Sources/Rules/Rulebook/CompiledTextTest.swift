/// A compiled text test that is independent of any channel.
struct CompiledTextTest {
    struct Literal {
        let number: Int32
        let place: LiteralUse.Place
    }

    /// If one of them occurs at its required position, the test holds or, for a
    /// regular expression, may hold.
    private(set) var literals: [Literal] = []
    /// Whether it also holds, or may hold, for the empty text.
    private(set) var isEmptyText = false
    let regex: CompiledRegex?
    /// The length of the shortest literal; 0 if there is none.
    private(set) var strength = 0

    var isAnnounced: Bool { isEmptyText || !literals.isEmpty }

    init(_ test: TextTest, _ numbers: inout LiteralNumbers) throws(TextTestError) {
        if case .matches(let pattern) = test {
            regex = try Self.regex(pattern, &numbers)
        } else {
            regex = nil
        }
        try addLiterals(of: test, &numbers)
    }

    private mutating func addLiterals(
        of test: TextTest, _ numbers: inout LiteralNumbers
    ) throws(TextTestError) {
        switch test {
        case .contains(let text): add(try Self.folded(text), [], &numbers)
        case .containsWord(let text):
            let utf8 = try Self.folded(text)
            add(utf8, Self.wordPlace(of: utf8), &numbers)
        case .startsWith(let text): add(try Self.folded(text), .start, &numbers)
        case .endsWith(let text): add(try Self.folded(text), .end, &numbers)
        case .equals(let text): add(SearchText(text).utf8, [.start, .end], &numbers)
        case .oneOf(let texts):
            for text in Self.distinct(texts.map { SearchText($0).utf8 }) {
                add(text, [.start, .end], &numbers)
            }
        case .anyOf(let tests):
            for test in tests { try addLiterals(of: test, &numbers) }
        case .matches(let pattern):
            for text in Self.distinct((RequiredLiterals.of(pattern) ?? []).map { Array($0.utf8) }) {
                add(text, [], &numbers)
            }
        }
    }

    /// The same texts each once, in the order in which they first occur.
    private static func distinct(_ texts: [[UInt8]]) -> [[UInt8]] {
        var known: Set<[UInt8]> = []
        return texts.filter { known.insert($0).inserted }
    }

    private mutating func add(
        _ text: [UInt8], _ place: LiteralUse.Place, _ numbers: inout LiteralNumbers
    ) {
        strength = isAnnounced ? min(strength, text.count) : text.count
        if text.isEmpty {
            isEmptyText = true
        } else {
            literals.append(Literal(number: numbers.number(of: text), place: place))
        }
    }

    private static func regex(
        _ pattern: String, _ numbers: inout LiteralNumbers
    ) throws(TextTestError) -> CompiledRegex {
        guard !pattern.isEmpty else { throw .emptyText }
        let regex: CompiledRegex
        do throws(RegexSyntaxError) {
            regex = try CompiledRegex(pattern)
        } catch {
            throw .invalidRegex(pattern: pattern, error)
        }
        if let text = regex.textWithoutEnd(pattern, mostSteps: CompiledRegex.stepsOfShortTrial) {
            numbers.slowPatterns += 1
            let isOneTooMany = numbers.slowPatterns > LiteralNumbers.mostSlowPatterns
            if let text = isOneTooMany ? text : regex.textWithoutEnd(pattern) {
                throw .endlessRegex(pattern: pattern, text: text)
            }
        }
        guard !regex.matchesEmptyText else { throw .regexOfEmptyText(pattern: pattern) }
        return regex
    }

    private static func folded(_ text: String) throws(TextTestError) -> [UInt8] {
        let folded = SearchText(text)
        guard !folded.isEmpty else { throw .emptyText }
        return folded.utf8
    }

    /// An end of the string that is not a letter or digit may touch one.
    private static func wordPlace(of text: [UInt8]) -> LiteralUse.Place {
        text.withUnsafeBufferPointer { text in
            var place: LiteralUse.Place = []
            if WordEdge.wordCharacterBegins(in: text, at: 0) { place.insert(.wordStart) }
            if WordEdge.wordCharacterEnds(in: text, at: text.count) { place.insert(.wordEnd) }
            return place
        }
    }
}

enum TextTestError: Error {
    case emptyText
    case invalidRegex(pattern: String, RegexSyntaxError)
    case endlessRegex(pattern: String, text: String)
    case regexOfEmptyText(pattern: String)

    var kind: RuleProblem.Kind {
        switch self {
        case .emptyText: .emptyText
        case .regexOfEmptyText(let pattern): .regexOfEmptyText(pattern: pattern)
        case .endlessRegex(let pattern, let text): .endlessRegex(pattern: pattern, text: text)
        case .invalidRegex(let pattern, let error):
            .invalidRegex(pattern: pattern, offset: error.offset, message: error.message)
        }
    }
}

/// Numbers for distinct literals, so that each literal is hashed once for all channels.
struct LiteralNumbers {
    /// The patterns that take many steps on a short text. Each takes a long trial, so only some may
    /// have one.
    var slowPatterns = 0
    static let mostSlowPatterns = 100

    private(set) var texts: [[UInt8]] = []
    private var numbers: [Literal: Int32] = [:]

    mutating func number(of text: [UInt8]) -> Int32 {
        let new = Int32(texts.count)
        let number = numbers[Literal(bytes: text), default: new]
        guard number == new else { return number }
        numbers[Literal(bytes: text)] = new
        texts.append(text)
        return new
    }

    /// Hashed as a whole; an array is hashed byte by byte.
    private struct Literal: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}
