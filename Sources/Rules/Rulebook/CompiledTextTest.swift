/// What a text test becomes before it is placed in a channel.
struct CompiledTextTest {
    struct Literal {
        let utf8: [UInt8]
        let place: LiteralUse.Place
    }

    /// Each announces the test: it holds where one occurs at its place, or for
    /// a regular expression may hold. An empty literal is the empty text.
    let literals: [Literal]
    let regex: CompiledRegex?
    /// The length of the shortest literal; 0 where none announces the test.
    let strength: Int

    init(_ test: TextTest) throws(TextTestError) {
        switch test {
        case .contains(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: [])])
        case .containsWord(let text):
            let utf8 = try Self.folded(text)
            self.init(literals: [Literal(utf8: utf8, place: Self.wordPlace(of: utf8))])
        case .startsWith(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: .start)])
        case .endsWith(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: .end)])
        case .equals(let text):
            self.init(equalTo: [text])
        case .oneOf(let texts):
            self.init(equalTo: texts)
        case .matches(let pattern):
            try self.init(pattern: pattern)
        }
    }

    private init(literals: [Literal], regex: CompiledRegex? = nil) {
        self.literals = literals
        self.regex = regex
        strength = literals.map(\.utf8.count).min() ?? 0
    }

    private init(equalTo texts: [String]) {
        self.init(
            literals: Set(texts.map { SearchText($0) })
                .map { Literal(utf8: $0.utf8, place: [.start, .end]) })
    }

    private init(pattern: String) throws(TextTestError) {
        guard !pattern.isEmpty else { throw .emptyText }
        let regex: CompiledRegex
        do throws(RegexSyntaxError) {
            regex = try CompiledRegex(pattern)
        } catch {
            throw .invalidRegex(pattern: pattern, error)
        }
        if let text = regex.textWithoutEnd(pattern) {
            throw .endlessRegex(pattern: pattern, text: text)
        }
        let literals = Set(RequiredLiterals.of(pattern) ?? [])
        self.init(literals: literals.map { Literal(utf8: Array($0.utf8), place: []) }, regex: regex)
    }

    private static func folded(_ text: String) throws(TextTestError) -> [UInt8] {
        let folded = SearchText(text)
        guard !folded.isEmpty else { throw .emptyText }
        return folded.utf8
    }

    /// An end of the text that is no letter or digit may touch one.
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

    var kind: RuleProblem.Kind {
        switch self {
        case .emptyText: .emptyText
        case .endlessRegex(let pattern, let text): .endlessRegex(pattern: pattern, text: text)
        case .invalidRegex(let pattern, let error):
            .invalidRegex(pattern: pattern, offset: error.offset, message: error.message)
        }
    }
}
