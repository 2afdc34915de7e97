import CRegexShim

/// A regular expression of PCRE2, compiled once and matched often.
///
/// Unchecked: PCRE2 allows several threads to match with one compiled pattern
/// ("Multithreading" in pcre2api), and the shim makes machine code of it under a lock.
final class CompiledRegex: @unchecked Sendable {
    private let handle: OpaquePointer

    init(_ pattern: String) throws(RegexSyntaxError) {
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

    /// A short text on which finding out takes far more steps than any honest pattern needs;
    /// nil where none of those tried is one.
    ///
    /// Tried are repetitions of each letter of the pattern, which end so that all was in vain.
    func textWithoutEnd(_ pattern: String) -> String? {
        let workspace = RegexWorkspace(mostSteps: Self.stepsOfTrial)
        var letters: [Character] = []
        for letter in pattern + "a0 " where letter.isLetter || letter.isNumber || letter == " " {
            if letters.count < Self.mostLetters, !letters.contains(letter) {
                letters.append(letter)
            }
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

    private static let stepsOfTrial = 20_000
    private static let mostLetters = 8
    private static let lengthOfTrial = 20

    /// Whether the pattern matches anywhere in a text of valid UTF-8; nil
    /// where finding out took more steps or memory than allowed.
    func matches(_ text: UnsafeBufferPointer<UInt8>, in workspace: RegexWorkspace) -> Bool? {
        switch cregex_match(handle, workspace.handle, text.baseAddress, text.count) {
        case CREGEX_MATCH: true
        case CREGEX_NO_MATCH: false
        default: nil
        }
    }
}

/// Why a text is no regular expression.
struct RegexSyntaxError: Error {
    /// Characters from the start of the pattern.
    let offset: Int
    /// PCRE2's words, without the pattern.
    let message: String
}

/// What matching needs beside the pattern; for one thread at a time.
final class RegexWorkspace {
    /// Nil where memory ran out; every match then gives up.
    fileprivate let handle = cregex_workspace_create()

    init() {}

    /// - Parameter mostSteps: of one match.
    init(mostSteps: Int) {
        cregex_workspace_limit(handle, UInt32(clamping: mostSteps))
    }

    deinit {
        cregex_workspace_free(handle)
    }
}

/// Finds literals of which a text must have at least one for a regular
/// expression to match it.
///
/// It reads the common core of PCRE2's syntax. Where a pattern goes beyond it
/// there is no answer, since a wrong one would hide matches. Only ASCII
/// literals are looked for: text that PCRE2 holds to be equal without case is
/// equal to them once folded (it takes "ſ" for "s" and "K", the Kelvin sign,
/// for "k").
struct RequiredLiterals {
    /// One literal for each alternative, in the folded form of ``SearchText``;
    /// nil where an alternative has none, or the pattern is beyond this reader.
    ///
    /// Of the parts that a match needs one behind the other, it is the part
    /// whose shortest literal is the longest: "(A|B).*(NETFLIX|HULU)" needs
    /// "netflix" or "hulu". A pattern of groups within groups takes one call for
    /// each level; PCRE2 compiles no more than 250.
    static func of(_ pattern: String) -> [String]? {
        var reader = RequiredLiterals(remaining: Array(pattern.unicodeScalars)[...])
        do throws(BeyondThisReader) {
            let literals = try reader.readAlternatives()
            // What is left stands behind a bracket that nothing opened.
            return reader.remaining.isEmpty ? literals : nil
        } catch {
            return nil
        }
    }

    /// The pattern has what can change the meaning of all that it says.
    private struct BeyondThisReader: Error {}

    private enum Opening {
        case group
        case lookaround
    }

    private var remaining: ArraySlice<Unicode.Scalar>

    private init(remaining: ArraySlice<Unicode.Scalar>) {
        self.remaining = remaining
    }

    /// Reads up to the bracket that ends the group, or to the pattern's end.
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
            case " "..."~" where !"+.^$".unicodeScalars.contains(scalar):
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

    /// Skips what is left of "{2,3}".
    private mutating func skipRepetition() throws(BeyondThisReader) {
        while let scalar = remaining.popFirst() {
            if scalar == "}" { return }
            guard ("0"..."9").contains(scalar) || scalar == "," || scalar == " " else { break }
        }
        throw BeyondThisReader()
    }

    // MARK: Groups

    /// Reads a group behind its bracket.
    ///
    /// - Returns: what a match needs of it; nil where it needs nothing.
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

    /// Knows groups that only group, capture or look around. Options, verbs,
    /// conditions, recursion and comments can change the meaning of all that
    /// follows.
    private mutating func readGroupOpening() throws(BeyondThisReader) -> Opening {
        if remaining.first == "*" { throw BeyondThisReader() }
        guard remaining.first == "?" else { return .group }
        remaining.removeFirst()
        if remaining.first == ":" {
            remaining.removeFirst()
            return .group
        }
        if remaining.first == "<" { remaining.removeFirst() }
        let direction = remaining.popFirst()
        guard direction == "=" || direction == "!" else { throw BeyondThisReader() }
        return .lookaround
    }

    /// Skips what is left of a set such as "[^a-z]".
    private mutating func skipSet() throws(BeyondThisReader) {
        if remaining.first == "^" { remaining.removeFirst() }
        if remaining.first == "]" { remaining.removeFirst() }
        while let scalar = remaining.popFirst() {
            switch scalar {
            case "]": return
            // A named set such as "[:alpha:]", or only a bracket.
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

/// One alternative while it is read: parts that a match needs one behind the
/// other.
private struct Alternative {
    /// Of the best part so far; nil where no part has any.
    private(set) var literals: [String]?
    /// The literal that is being read.
    private var run = ""

    mutating func append(_ scalar: Unicode.Scalar) {
        run.unicodeScalars.append(scalar)
    }

    mutating func endRun() {
        let literal = SearchText(run).description
        if !literal.isEmpty { offer([literal]) }
        run = ""
    }

    /// Ends what is being read before its last character, which may be missing.
    mutating func dropLastOfRun() {
        if !run.isEmpty { run.unicodeScalars.removeLast() }
        endRun()
    }

    /// - Parameter part: not empty, one literal for each of its alternatives.
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

    /// Whether a backslash and this letter are complete: "\d", not "\x41".
    fileprivate var isEscapeWithoutArgument: Bool {
        switch self {
        case "d", "D", "w", "W", "s", "S", "h", "H", "v", "V", "b", "B", "A", "z", "Z", "R", "X",
            "n", "r", "t", "f", "e", "a":
            true
        default: false
        }
    }
}
