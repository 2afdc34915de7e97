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
    static func of(_ pattern: String) -> [String]? {
        var reader = RequiredLiterals(remaining: Array(pattern.unicodeScalars)[...])
        return reader.readAlternatives()
    }

    private var remaining: ArraySlice<Unicode.Scalar>
    private var found: [String] = []
    private var longest = ""
    /// The literal that is being read.
    private var run = ""

    private init(remaining: ArraySlice<Unicode.Scalar>) {
        self.remaining = remaining
    }

    private mutating func readAlternatives() -> [String]? {
        while let scalar = remaining.popFirst() {
            switch scalar {
            case "|":
                guard endAlternative() else { return nil }
            case "(":
                endRun()
                guard skipGroup() else { return nil }
            case "[":
                endRun()
                guard skipSet() else { return nil }
            case "\\":
                guard readEscape() else { return nil }
            case "*", "?":
                dropLastOfRun()
            case "+":
                endRun()
            case "{":
                dropLastOfRun()
                guard skipRepetition() else { return nil }
            case ")":
                return nil
            case ".", "^", "$":
                endRun()
            case " "..."~":
                run.unicodeScalars.append(scalar)
            default:
                endRun()
            }
        }
        return endAlternative() ? found : nil
    }

    /// Returns whether the alternative has a literal.
    private mutating func endAlternative() -> Bool {
        endRun()
        guard !longest.isEmpty else { return false }
        found.append(longest)
        longest = ""
        return true
    }

    private mutating func endRun() {
        let literal = SearchText(run).description
        if literal.utf8.count > longest.utf8.count { longest = literal }
        run = ""
    }

    private mutating func dropLastOfRun() {
        if !run.isEmpty { run.unicodeScalars.removeLast() }
        endRun()
    }

    private mutating func readEscape() -> Bool {
        guard let scalar = remaining.popFirst() else { return false }
        if scalar.isASCIILetterOrDigit {
            endRun()
            return scalar.isEscapeWithoutArgument
        }
        guard scalar.isASCII else { return false }
        run.unicodeScalars.append(scalar)
        return true
    }

    /// Skips what is left of "{2,3}".
    private mutating func skipRepetition() -> Bool {
        while let scalar = remaining.popFirst() {
            if scalar == "}" { return true }
            guard ("0"..."9").contains(scalar) || scalar == "," || scalar == " " else {
                return false
            }
        }
        return false
    }

    /// Skips what is left of a group and of all groups inside it.
    private mutating func skipGroup() -> Bool {
        var depth = 1
        guard skipGroupOpening() else { return false }
        while let scalar = remaining.popFirst() {
            switch scalar {
            case "(":
                depth += 1
                guard skipGroupOpening() else { return false }
            case ")":
                depth -= 1
                if depth == 0 { return true }
            case "[":
                guard skipSet() else { return false }
            case "\\":
                guard let escaped = remaining.popFirst() else { return false }
                if escaped.isASCIILetterOrDigit, !escaped.isEscapeWithoutArgument { return false }
            default:
                continue
            }
        }
        return false
    }

    /// Knows groups that only group, capture or look around. Options, verbs,
    /// conditions, recursion and comments can change the meaning of all that
    /// follows.
    private mutating func skipGroupOpening() -> Bool {
        if remaining.first == "*" { return false }
        guard remaining.first == "?" else { return true }
        remaining.removeFirst()
        if remaining.first == "<" {
            remaining.removeFirst()
        } else if remaining.first == ":" {
            remaining.removeFirst()
            return true
        }
        let lookaround = remaining.popFirst()
        return lookaround == "=" || lookaround == "!"
    }

    /// Skips what is left of a set such as "[^a-z]".
    private mutating func skipSet() -> Bool {
        if remaining.first == "^" { remaining.removeFirst() }
        if remaining.first == "]" { remaining.removeFirst() }
        while let scalar = remaining.popFirst() {
            switch scalar {
            case "]": return true
            // A named set such as "[:alpha:]", or only a bracket.
            case "[": return false
            case "\\":
                guard let escaped = remaining.popFirst() else { return false }
                if escaped.isASCIILetterOrDigit, !escaped.isEscapeWithoutArgument { return false }
            default: continue
            }
        }
        return false
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
