/// The smallest part of a Lua source that means something.
struct LuaToken: Hashable {
    enum Kind: Hashable {
        case name, keyword, number, symbol
        /// A text with its quotes or long brackets.
        case text
        /// A text or a comment that is never closed.
        case unfinished
        /// What other languages write and Lua does not, such as "!=" or a
        /// typographic quote.
        case foreign
    }

    let kind: Kind
    /// Where it stands in the source's bytes.
    let bytes: Range<Int>
    let place: SourcePlace
}

/// A place in a source text.
struct SourcePlace: Hashable, Comparable {
    /// The first is 1.
    let line: Int
    /// In characters as Unicode numbers them. The first is 1.
    let column: Int

    static func < (left: SourcePlace, right: SourcePlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
