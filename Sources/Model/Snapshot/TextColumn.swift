/// A text for each row of a snapshot, as UTF-8 in one block of memory.
///
/// For texts that hardly repeat, such as a bank's ids: they are not compared
/// with each other and none is looked up, so each costs its bytes and one
/// number.
public struct TextColumn: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    public init() {}

    public var count: Int { ends.count }

    /// Adds the text of the next row.
    public mutating func append(_ text: some StringProtocol) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
    }

    /// The text of a row, from 0.
    public subscript(row: Int) -> String {
        String(decoding: bytes[range(of: row)], as: UTF8.self)
    }

    /// Gives all texts as one block of UTF-8 that stays in place until `body`
    /// returns; ``range(of:)`` says where in it a row's text lies.
    public func withUTF8Bytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// Where a row's bytes lie in the block of ``withUTF8Bytes(_:)``.
    public func range(of row: Int) -> Range<Int> {
        (row == 0 ? 0 : ends[row - 1])..<ends[row]
    }
}
