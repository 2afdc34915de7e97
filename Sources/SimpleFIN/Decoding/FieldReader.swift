import Model

/// Why one field could not be read.
struct FieldFault: Error, Hashable {
    let field: String
    let reason: RejectedEntry.Reason
}

/// Reads the fields of one object, forgiving what bridges are known to do:
/// null for missing, numbers for texts that hold a number and the reverse.
struct FieldReader {
    let object: JSONObject

    /// A non-empty id, which some servers send as a number.
    func requiredID(_ name: String) throws(FieldFault) -> String {
        guard let id = try exactText(name), !id.isEmpty else {
            throw FieldFault(field: name, reason: .missing)
        }
        return id
    }

    /// A text, or nil where it is missing or null.
    func text(_ name: String) throws(FieldFault) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let text): return text
        default: throw FieldFault(field: name, reason: .wrongType)
        }
    }

    /// A text or a number's exact text.
    func exactText(_ name: String) throws(FieldFault) -> String? {
        if case .number(let text) = object[name] { return text }
        return try text(name)
    }

    /// An amount; nil where it is missing, null or empty.
    func money(_ name: String, _ currency: Currency) throws(FieldFault) -> Money? {
        guard let text = try exactText(name), !text.isEmpty else { return nil }
        do {
            return try Money(exactly: text, currency: currency)
        } catch {
            throw FieldFault(field: name, reason: .inexactAmount(error))
        }
    }

    func requiredMoney(_ name: String, _ currency: Currency) throws(FieldFault) -> Money {
        guard let money = try money(name, currency) else {
            throw FieldFault(field: name, reason: .missing)
        }
        return money
    }

    /// POSIX seconds, 0 included; a fraction of a second is dropped. Nil
    /// where it is missing, null or empty.
    func epoch(_ name: String) throws(FieldFault) -> Int64? {
        guard let text = try exactText(name), !text.isEmpty else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = Int64(parts[0]),
            parts.count == 1 || parts[1].utf8.allSatisfy({ (48...57).contains($0) })
        else { throw FieldFault(field: name, reason: .notAnInstant) }
        return seconds
    }

    /// POSIX seconds; nil for 0 too, which the protocol uses for "none".
    func instant(_ name: String) throws(FieldFault) -> Int64? {
        let seconds = try epoch(name)
        return seconds == 0 ? nil : seconds
    }

    /// True or false, also as 1 or 0 or in a text; false where it is missing.
    func flag(_ name: String) throws(FieldFault) -> Bool {
        switch object[name] {
        case nil, .bool(false), .number("0"), .string("0"), .string("false"), .string(""): false
        case .bool(true), .number("1"), .string("1"), .string("true"): true
        default: throw FieldFault(field: name, reason: .wrongType)
        }
    }

    /// A list; empty where it is missing or null.
    func list(_ name: String) throws(FieldFault) -> [JSONValue] {
        switch object[name] {
        case nil: return []
        case .array(let elements): return elements
        default: throw FieldFault(field: name, reason: .wrongType)
        }
    }
}
