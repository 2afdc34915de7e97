/// Each distinct text of a snapshot once, as UTF-8 in one block of memory.
///
/// A feed repeats its descriptions and payees; classifiers look at a text once
/// and remember the answer by its ``TextID``. The empty text is always 0.
public struct TextTable: Sendable {
    @usableFromInline private(set) var bytes: [UInt8] = []
    @usableFromInline private(set) var ends: [Int] = [0]
    private var idsByText: [ExactText: TextID] = [ExactText(""): .empty]

    public init() {}

    public var count: Int { ends.count }
    public var ids: some Sequence<TextID> { (0..<Int32(count)).lazy.map(TextID.init) }

    /// The id of a text, which is added where it is new.
    public mutating func id(of text: String) -> TextID {
        let key = ExactText(text)
        if let known = idsByText[key] { return known }
        let id = TextID(Int32(count))
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
        idsByText[key] = id
        return id
    }

    public subscript(id: TextID) -> String {
        String(decoding: bytes[range(of: id)], as: UTF8.self)
    }

    /// Gives all texts as one block of UTF-8 that stays in place until `body`
    /// returns; ``range(of:)`` says where in it a text lies.
    @inlinable
    public func withUTF8Bytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withUnsafeBufferPointer` rethrows untyped; the result carries the
        // typed error across it.
        let outcome: Swift.Result<Result, Failure> = bytes.withUnsafeBufferPointer { buffer in
            do throws(Failure) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Where a text's bytes lie in the block of ``withUTF8Bytes(_:)``.
    @inlinable
    public func range(of id: TextID) -> Range<Int> {
        let position = Int(id.number)
        return (position == 0 ? 0 : ends[position - 1])..<ends[position]
    }
}

/// The number of a text within one ``TextTable``.
public struct TextID: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }

    public static let empty = TextID(0)
}

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

/// A text that equals only the same bytes.
///
/// `String` also equals what Unicode counts as equivalent ("é" as one scalar or
/// as two). Two ids of a bank that are written otherwise are two ids, as they
/// are to SQLite, and a text that is kept is given back as it came.
public struct ExactText: Hashable, Sendable {
    public let text: String

    @inlinable
    public init(_ text: String) {
        self.text = text
    }

    @inlinable
    public static func == (left: ExactText, right: ExactText) -> Bool {
        var left = left.text
        var right = right.text
        return left.withUTF8 { left in
            right.withUTF8 { right in
                left.count == right.count
                    && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
            }
        }
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
