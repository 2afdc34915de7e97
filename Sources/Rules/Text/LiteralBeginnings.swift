/// Tells where in a text a literal may begin, by the three bytes there.
///
/// A set of all three-byte beginnings, each as the last five bits of its bytes'
/// columns. Different beginnings may fall together, so it only rules places
/// out. It has 4 KiB, and looking a place up waits for no other.
struct LiteralBeginnings: Sendable {
    private(set) var bits = [UInt64](repeating: 0, count: 1 << 9)

    private static let codeBits = 5
    private static let codeMask = 1 << codeBits - 1
    private static let allCodes = 1 << (3 * codeBits) - 1

    init(of literals: [[UInt8]], columns: ByteColumns) {
        for literal in literals {
            let codes = literal.prefix(3).map { Self.code(of: columns.ofByte[Int($0)]) }
            // A shorter literal goes on with any byte.
            let open = (3 - codes.count) * Self.codeBits
            let beginning = codes.reduce(0) { $0 << Self.codeBits | $1 } << open
            for rest in 0..<1 << open { add(beginning | rest) }
        }
    }

    /// The first place from a position on where a literal may begin, or one
    /// that has no two bytes after it.
    @inline(__always)
    static func first(
        in text: UnsafeBufferPointer<UInt8>, from start: Int,
        columns: UnsafeBufferPointer<UInt8>, bits: UnsafeBufferPointer<UInt64>
    ) -> Int {
        guard text.count - start > 2 else { return start }
        var beginning = code(of: columns[Int(text[start])])
        beginning = beginning << codeBits | code(of: columns[Int(text[start + 1])])
        for end in start + 2..<text.count {
            let next = code(of: columns[Int(text[end])])
            beginning = (beginning << codeBits | next) & allCodes
            if bits[beginning >> 6] >> UInt64(beginning & 63) & 1 == 1 { return end - 2 }
        }
        return text.count - 2
    }

    @inline(__always)
    private static func code(of column: UInt8) -> Int { Int(column) & codeMask }

    private mutating func add(_ beginning: Int) {
        bits[beginning >> 6] |= 1 << UInt64(beginning & 63)
    }
}
