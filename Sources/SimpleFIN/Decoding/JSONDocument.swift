/// JSON (RFC 8259) that was read once: its bytes, and where each value stands
/// in them.
///
/// Only where a value is asked for is it made from its bytes. So an answer of
/// many transactions costs about its own size again, and numbers keep the exact
/// text that money needs.
final class JSONDocument: Sendable {
    /// One value, or one name of a member. Those within a container follow it,
    /// each name before its value.
    struct Node: Sendable {
        enum Kind: UInt8, Sendable {
            case null, no, yes, number, text, escapedText, array, object
        }

        let kind: Kind

        /// Of a text or number the place of its first byte, without a quote; of
        /// a container how many elements or members it has.
        let start: UInt32

        /// Of a text or number the place after its last byte; of a container
        /// the node after all that is within it.
        let end: UInt32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    init(bytes: [UInt8], nodes: [Node]) {
        self.bytes = bytes
        self.nodes = nodes
    }

    var root: JSONValue { JSONValue(document: self, place: 0) }

    /// The node that follows another and all that is within it.
    func place(after place: Int) -> Int {
        let node = nodes[place]
        return node.kind == .array || node.kind == .object ? Int(node.end) : place + 1
    }

    /// The bytes of a text or number, as they were written.
    func range(of node: Node) -> Range<Int> { Int(node.start)..<Int(node.end) }

    /// The text that a text or number is, without escapes.
    func text(of node: Node) -> String {
        let written = bytes[range(of: node)]
        guard node.kind == .escapedText else { return String(decoding: written, as: UTF8.self) }
        return String(decoding: JSONEscapes.resolved(written), as: UTF8.self)
    }

    /// Whether a member's name is this one.
    func isName(_ node: Node, _ name: StaticString) -> Bool {
        guard node.kind == .text else { return text(of: node) == name.description }
        let range = range(of: node)
        guard range.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where bytes[range.lowerBound + index] != wanted[index] {
                return false
            }
            return true
        }
    }
}
