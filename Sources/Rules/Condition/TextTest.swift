/// What a rule asks of a text.
///
/// Both sides are compared as ``SearchText``: without case, a run of white
/// space as one space, none at the ends.
public enum TextTest: Hashable, Sendable {
    /// The text occurs somewhere.
    case contains(String)
    /// The text occurs somewhere as whole words: where it begins (ends) with a
    /// letter or digit, no letter or digit stands directly before (after) it.
    /// So "GAS" is not in "VEGAS", and "SQ *" is in "SQ *COFFEE".
    case containsWord(String)
    case startsWith(String)
    case endsWith(String)
    case equals(String)
    /// Equals one of the texts.
    case oneOf([String])
    /// A regular expression of PCRE2 matches somewhere, without case. It sees
    /// the text as the bank wrote it, but for white space: runs are one space,
    /// the ends have none. A match that exceeds PCRE2's limits is no match.
    case matches(String)
}
