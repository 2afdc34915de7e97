/// JSON (RFC 8259) with the exact text of its numbers, which money needs.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// Exactly as it was written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of an object, in order. Of members with one name the last
/// counts, as in most readers of JSON.
struct JSONObject: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONValue
    }

    var members: [Member] = []

    /// The value of a member; nil where it is missing or null.
    subscript(name: String) -> JSONValue? {
        guard let value = members.last(where: { $0.name == name })?.value, value != .null else {
            return nil
        }
        return value
    }
}
