import CRegexShim

/// A compiled PCRE2 regular expression.
///
/// Unchecked: PCRE2 allows several threads to match with one compiled pattern
/// ("Multithreading" in pcre2api), and the shim compiles it to machine code under a lock.
final class CompiledRegex: @unchecked Sendable {
    fileprivate let handle: OpaquePointer
    let pattern: String

    /// - Parameter pattern: was compiled before, and lasts as long as the program. It is
    ///   compiled again when the first text may match.
    init(checked pattern: UnsafeRawBufferPointer) {
        guard
            let handle = cregex_defer(
                pattern.assumingMemoryBound(to: UInt8.self).baseAddress, pattern.count)
        else { preconditionFailure("memory has run out") }
        self.handle = handle
        self.pattern = String(decoding: pattern, as: UTF8.self)
    }

    init(_ pattern: String) throws(RegexSyntaxError) {
        self.pattern = pattern
        var pattern = pattern
        var error = cregex_error()
        let compiled = pattern.withUTF8 { bytes in
            cregex_compile(bytes.baseAddress, bytes.count, &error)
        }
        guard let compiled else {
            throw RegexSyntaxError(
                offset: String(decoding: pattern.utf8.prefix(error.offset), as: UTF8.self).count,
                message: withUnsafeBytes(of: error.message) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        handle = compiled
    }

    deinit {
        cregex_pattern_free(handle)
    }

    /// A short text on which matching takes far more steps than any honest pattern
    /// needs; nil if none was found.
    ///
    /// The candidates are repetitions of each letter of the pattern, followed by an
    /// end that makes the match fail.
    func textWithoutEnd(_ pattern: String, mostSteps: Int = stepsOfTrial) -> String? {
        let workspace = RegexWorkspace(mostSteps: mostSteps)
        var letters: [Character] = []
        for letter in pattern + "a0 " where letter.isLetter || letter.isNumber || letter == " " {
            if !letters.contains(letter) { letters.append(letter) }
            if letters.count == Self.mostLetters { break }
        }
        let all = String(letters)
        let tried = letters.map(String.init) + [all]
        return tried.lazy.map { part in
            String(repeating: part, count: Self.lengthOfTrial / part.count) + "!" + all
        }.first { text in
            var text = text
            return text.withUTF8 {
                cregex_try(handle, workspace.handle, $0.baseAddress, $0.count)
            } == CREGEX_GAVE_UP
        }
    }

    /// Whether the pattern matches the empty text, which is in every text.
    var matchesEmptyText: Bool {
        let workspace = RegexWorkspace(mostSteps: Self.stepsOfTrial)
        var text = ""
        return text.withUTF8 { matches($0, in: workspace) } == true
    }

    static let stepsOfTrial = 20_000
    /// Enough for nearly all patterns, and a fraction of the time.
    static let stepsOfShortTrial = 1_000
    private static let mostLetters = 8
    private static let lengthOfTrial = 20

    /// Whether the pattern matches anywhere in a text of valid UTF-8; nil if
    /// matching exceeded its limit of steps or memory.
    func matches(_ text: UnsafeBufferPointer<UInt8>, in workspace: RegexWorkspace) -> Bool? {
        switch cregex_match(handle, workspace.handle, text.baseAddress, text.count) {
        case CREGEX_MATCH: true
        case CREGEX_NO_MATCH: false
        default: nil
        }
    }
}

extension CompiledRegex {
    /// The names of the pattern's named groups.
    var groupNames: [String] { withGroups { $0.map { String(cString: $0.name) } } }

    /// What the named groups matched in the first match, by name; nil without a match. A group that
    /// took no part in it has no value.
    func groups(
        in text: UnsafeBufferPointer<UInt8>, _ workspace: RegexWorkspace
    ) -> [String: String]? {
        withGroups { groups in
            var ranges = [cregex_range](repeating: cregex_range(), count: groups.count)
            let answer = cregex_find(
                handle, workspace.handle, text.baseAddress, text.count, groups, &ranges,
                groups.count)
            guard answer == CREGEX_MATCH else { return nil }
            var values: [String: String] = [:]
            for (group, range) in zip(groups, ranges) where range.start < range.end {
                values[String(cString: group.name)] = String(
                    decoding: text[range.start..<range.end], as: UTF8.self)
            }
            return values
        }
    }

    private func withGroups<Result>(_ body: ([cregex_group]) -> Result) -> Result {
        var groups = [cregex_group](
            repeating: cregex_group(), count: cregex_groups(handle, nil, 0))
        _ = cregex_groups(handle, &groups, groups.count)
        return body(groups)
    }
}

/// Why a string is not a regular expression.
struct RegexSyntaxError: Error {
    /// In characters from the start of the pattern.
    let offset: Int
    /// PCRE2's message, without the pattern.
    let message: String
}

/// The scratch memory for matching, for one thread at a time.
final class RegexWorkspace {
    /// Nil if memory ran out; every match then gives up.
    fileprivate let handle = cregex_workspace_create()

    init() {}

    /// - Parameter mostSteps: the limit for one match.
    init(mostSteps: Int) {
        cregex_workspace_limit(handle, UInt32(clamping: mostSteps))
    }

    deinit {
        cregex_workspace_free(handle)
    }
}

/// Extracts literals from a regular expression; every match must contain at least
/// one of them.
///
/// It understands the common core of PCRE2's syntax. For other patterns there is no
/// result, because a wrong one would hide matches. Only ASCII literals are used:
/// text that PCRE2 considers equal without case is equal to them after folding (it
/// takes "ſ" for "s" and "K", the Kelvin sign, for "k").
struct RequiredLiterals {
    /// One literal for each alternative, in the folded form of ``SearchText``; nil
    /// if an alternative has none or the pattern is not understood.
    ///
    /// Among consecutive required parts, it picks the one whose shortest literal is
    /// the longest: "(A|B).*(NETFLIX|HULU)" requires "netflix" or "hulu". Each level
    /// of nested groups takes one recursive call; PCRE2 allows at most 250 levels.
    static func of(_ pattern: String) -> [String]? {
        var reader = RequiredLiterals(remaining: Array(pattern.unicodeScalars)[...])
        do throws(BeyondThisReader) {
            let literals = try reader.readAlternatives()
            // Anything left comes after an unmatched closing bracket.
            return reader.remaining.isEmpty ? literals : nil
        } catch {
            return nil
        }
    }

    /// The pattern contains syntax that may change the meaning of the rest.
    private struct BeyondThisReader: Error {}

    private enum Opening {
        case group
        case lookaround
    }

    private var remaining: ArraySlice<Unicode.Scalar>

    private init(remaining: ArraySlice<Unicode.Scalar>) {
        self.remaining = remaining
    }

    /// Reads up to the bracket that closes the group, or to the pattern's end.
    private mutating func readAlternatives() throws(BeyondThisReader) -> [String]? {
        var all: [String]? = []
        while true {
            if let literals = try readAlternative().literals {
                all?.append(contentsOf: literals)
            } else {
                all = nil
            }
            guard remaining.first == "|" else { return all }
            remaining.removeFirst()
        }
    }

    private mutating func readAlternative() throws(BeyondThisReader) -> Alternative {
        var alternative = Alternative()
        while let scalar = remaining.first, scalar != "|", scalar != ")" {
            remaining.removeFirst()
            switch scalar {
            case "(":
                alternative.endRun()
                if let literals = try readGroup() { alternative.offer(literals) }
            case "[":
                alternative.endRun()
                try skipSet()
            case "\\":
                try readEscape(into: &alternative)
            case "*", "?":
                alternative.dropLastOfRun()
            case "{":
                alternative.dropLastOfRun()
                try skipRepetition()
            case "+", ".", "^", "$":
                alternative.endRun()
            case " "..."~":
                alternative.append(scalar)
            default:
                alternative.endRun()
            }
        }
        alternative.endRun()
        return alternative
    }

    private mutating func readEscape(
        into alternative: inout Alternative
    ) throws(BeyondThisReader) {
        guard let scalar = remaining.popFirst(), scalar.isASCII else { throw BeyondThisReader() }
        if scalar.isASCIILetterOrDigit {
            guard scalar.isEscapeWithoutArgument else { throw BeyondThisReader() }
            alternative.endRun()
        } else {
            alternative.append(scalar)
        }
    }

    /// Skips the rest of "{2,3}".
    private mutating func skipRepetition() throws(BeyondThisReader) {
        while let scalar = remaining.popFirst() {
            if scalar == "}" { return }
            guard ("0"..."9").contains(scalar) || scalar == "," || scalar == " " else { break }
        }
        throw BeyondThisReader()
    }

    // MARK: Groups

    /// Reads a group after its opening bracket.
    ///
    /// - Returns: the literals that a match requires; nil if there are none.
    private mutating func readGroup() throws(BeyondThisReader) -> [String]? {
        let opening = try readGroupOpening()
        let literals = try readAlternatives()
        guard remaining.popFirst() == ")" else { throw BeyondThisReader() }
        guard opening == .group else { return nil }
        switch remaining.first {
        case "*", "?", "{": return nil
        default: return literals
        }
    }

    /// Recognises groups that only group, capture or look around. Options, verbs,
    /// conditions, recursion and comments may change the meaning of the rest.
    private mutating func readGroupOpening() throws(BeyondThisReader) -> Opening {
        if remaining.first == "*" { throw BeyondThisReader() }
        guard remaining.first == "?" else { return .group }
        remaining.removeFirst()
        if remaining.first == ":" {
            remaining.removeFirst()
            return .group
        }
        if remaining.first == "P" { remaining.removeFirst() }
        var opening = remaining.popFirst()
        if opening == "<", remaining.first == "=" || remaining.first == "!" {
            opening = remaining.popFirst()
        }
        switch opening {
        case "=", "!": return .lookaround
        case "<": return try skipName(to: ">")
        case "'": return try skipName(to: "'")
        default: throw BeyondThisReader()
        }
    }

    /// Skips the rest of the name of a capturing group.
    private mutating func skipName(to end: Unicode.Scalar) throws(BeyondThisReader) -> Opening {
        while let scalar = remaining.popFirst() {
            if scalar == end { return .group }
            guard scalar.isASCIILetterOrDigit || scalar == "_" else { break }
        }
        throw BeyondThisReader()
    }

    /// Skips the rest of a set such as "[^a-z]".
    private mutating func skipSet() throws(BeyondThisReader) {
        if remaining.first == "^" { remaining.removeFirst() }
        if remaining.first == "]" { remaining.removeFirst() }
        while let scalar = remaining.popFirst() {
            switch scalar {
            case "]": return
            // A named set such as "[:alpha:]", or a literal bracket.
            case "[": throw BeyondThisReader()
            case "\\":
                guard let escaped = remaining.popFirst() else { throw BeyondThisReader() }
                if escaped.isASCIILetterOrDigit, !escaped.isEscapeWithoutArgument {
                    throw BeyondThisReader()
                }
            default: continue
            }
        }
        throw BeyondThisReader()
    }
}

/// An alternative being read: consecutive parts that a match requires.
private struct Alternative {
    /// The literals of the best part so far, if any.
    private(set) var literals: [String]?
    /// The literal being read.
    private var run = ""

    mutating func append(_ scalar: Unicode.Scalar) {
        run.unicodeScalars.append(scalar)
    }

    mutating func endRun() {
        let literal = SearchText(run).description
        if !literal.isEmpty { offer([literal]) }
        run = ""
    }

    /// Ends the current literal before its last character, which may be optional.
    mutating func dropLastOfRun() {
        if !run.isEmpty { run.unicodeScalars.removeLast() }
        endRun()
    }

    /// - Parameter part: one literal per alternative, not empty.
    mutating func offer(_ part: [String]) {
        guard let best = literals else {
            literals = part
            return
        }
        let (lengths, bestLengths) = (Self.shortest(part), Self.shortest(best))
        if lengths > bestLengths || lengths == bestLengths && part.count < best.count {
            literals = part
        }
    }

    private static func shortest(_ literals: [String]) -> Int {
        literals.map(\.utf8.count).min() ?? 0
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    /// Whether this letter completes an escape: "\d", not "\x41".
    fileprivate var isEscapeWithoutArgument: Bool {
        switch self {
        case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V", "b", "B", "A", "z", "Z", "R", "X",
            "n", "r", "t", "f", "e", "a":
            true
        default: false
        }
    }
}
