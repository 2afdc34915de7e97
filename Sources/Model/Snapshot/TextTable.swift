/// The distinct strings of a snapshot, as UTF-8 in one block of memory.
///
/// Descriptions and payees repeat. Classifiers look at a string once and cache the
/// result by its ``TextID``. The empty string is always 0.
public struct TextTable: Sendable {
    @usableFromInline private(set) var bytes: [UInt8] = []
    @usableFromInline private(set) var ends: [Int] = [0]
    private var idsByText: [ExactText: TextID] = [ExactText(""): .empty]
    /// The bytes of the longest string.
    private var longest = 0

    public init() {}

    public var count: Int { ends.count }
    public var ids: some Sequence<TextID> { (0..<Int32(count)).lazy.map(TextID.init) }

    /// The id of a string, which is added if it is new.
    public mutating func id(of text: String) -> TextID {
        let key = ExactText(text)
        if let known = idsByText[key] { return known }
        let id = TextID(Int32(count))
        append(text, id, key)
        return id
    }

    private mutating func append(_ text: String, _ id: TextID, _ key: ExactText) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
        longest = max(longest, text.utf8.count)
        // Two texts may begin alike.
        if idsByText[key] == nil { idsByText[key] = id }
    }

    /// The beginnings of the strings, by the same ids; nil if none is longer.
    func beginnings(ofBytes most: Int) -> TextTable? {
        guard longest > most else { return nil }
        var table = TextTable()
        for id in ids.dropFirst() {
            let text = self[id].beginning(ofBytes: most)
            table.append(text, id, ExactText(text))
        }
        return table
    }

    public subscript(id: TextID) -> String {
        String(decoding: bytes[range(of: id)], as: UTF8.self)
    }

    /// Passes all strings as one block of UTF-8, valid until `body` returns;
    /// ``range(of:)`` locates a string in it.
    @inlinable
    public func withUTF8Bytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withUnsafeBufferPointer` rethrows untyped errors, so the result carries the
        // typed one.
        let outcome: Swift.Result<Result, Failure> = bytes.withUnsafeBufferPointer { buffer in
            do throws(Failure) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The range of a string in the block of ``withUTF8Bytes(_:)``.
    @inlinable
    public func range(of id: TextID) -> Range<Int> {
        let position = Int(id.number)
        return (position == 0 ? 0 : ends[position - 1])..<ends[position]
    }
}

extension String {
    /// The text, or as many of its scalars as have so many bytes.
    fileprivate func beginning(ofBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        let end = utf8.index(startIndex, offsetBy: most)
        return String(unicodeScalars[..<end])
    }
}

/// The number of a string in a ``TextTable``.
public struct TextID: Hashable, Sendable {
    public let number: Int32

    public init(_ number: Int32) {
        self.number = number
    }

    public static let empty = TextID(0)
}

/// A column of strings, one for each row of a snapshot, as UTF-8 in one block of
/// memory.
///
/// For strings that rarely repeat, such as the bank's ids. They are never compared or
/// looked up, so each costs its bytes and one integer.
public struct TextColumn: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    public init() {}

    public var count: Int { ends.count }

    /// Appends the string of the next row.
    public mutating func append(_ text: some StringProtocol) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
    }

    /// The string of a row, from 0.
    public subscript(row: Int) -> String {
        String(decoding: bytes[range(of: row)], as: UTF8.self)
    }

    /// Passes all strings as one block of UTF-8, valid until `body` returns;
    /// ``range(of:)`` locates a row in it.
    public func withUTF8Bytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }

    /// The range of a row in the block of ``withUTF8Bytes(_:)``.
    public func range(of row: Int) -> Range<Int> {
        (row == 0 ? 0 : ends[row - 1])..<ends[row]
    }
}

/// A string that is equal only to the same bytes.
///
/// `String` also equals canonically equivalent strings ("é" as one scalar or as two).
/// Bank ids that differ in bytes are different, as in SQLite, and stored strings are
/// returned unchanged.
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
