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
