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
