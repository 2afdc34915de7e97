import Model

/// Why one field could not be read.
struct FieldFault: Error, Hashable {
    let field: String
    let reason: RejectedEntry.Reason

    init(_ field: StaticString, _ reason: RejectedEntry.Reason) {
        self.field = field.description
        self.reason = reason
    }
}

/// Reads the fields of one object. It tolerates known quirks of bridges: null for
/// a missing field, numbers for strings that contain a number, and the reverse.
struct FieldReader {
    let object: JSONValue

    /// A non-empty id; some servers send it as a number.
    func requiredID(_ name: StaticString) throws(FieldFault) -> String {
        guard let id = try exactText(name), !id.isEmpty else { throw FieldFault(name, .missing) }
        return id
    }

    /// A string; nil if missing or null.
    func text(_ name: StaticString) throws(FieldFault) -> String? {
        guard let value = object[name] else { return nil }
        guard value.isText else { throw FieldFault(name, .wrongType) }
        return value.text
    }

    /// A string for display only; nil if missing or null.
    func label(_ name: StaticString) throws(FieldFault) -> String? {
        try text(name)?.withoutNUL
    }

    /// A string, or the exact text of a number.
    func exactText(_ name: StaticString) throws(FieldFault) -> String? {
        try textOrNumber(name)?.text
    }

    /// An amount; nil if missing, null or empty.
    func money(_ name: StaticString, _ currency: Currency) throws(FieldFault) -> Money? {
        guard let value = try textOrNumber(name) else { return nil }
        do throws(AmountError) {
            let minorUnits = try value.reading { digits throws(AmountError) -> Int64? in
                guard !digits.isEmpty else { return nil }
                let amount = try MinorUnits.exactly(digits, exponent: currency.exponent)
                // The negated amount must fit too, for accounts with reversed signs.
                guard amount > .min else { throw .tooLarge }
                return amount
            }
            return minorUnits.map { Money(minorUnits: $0, currency: currency) }
        } catch {
            throw FieldFault(name, .inexactAmount(error))
        }
    }

    func requiredMoney(_ name: StaticString, _ currency: Currency) throws(FieldFault) -> Money {
        guard let money = try money(name, currency) else { throw FieldFault(name, .missing) }
        return money
    }

    /// POSIX seconds from 1970 to 2199, including 0; fractions are dropped. Nil if
    /// missing, null or empty. Milliseconds and the like are rejected.
    func epoch(_ name: StaticString) throws(FieldFault) -> Int64? {
        guard let value = try textOrNumber(name) else { return nil }
        switch value.reading(wholeSeconds) {
        case .none: return nil
        case .some(let seconds?) where Self.instants.contains(seconds): return seconds
        case .some: throw FieldFault(name, .notAnInstant)
        }
    }

    private static let instants: Range<Int64> = 0..<7_258_118_400

    /// POSIX seconds; also nil for 0, which the protocol uses for "none".
    func instant(_ name: StaticString) throws(FieldFault) -> Int64? {
        let seconds = try epoch(name)
        return seconds == 0 ? nil : seconds
    }

    /// A boolean, also as 1 or 0 or as a string; false if missing.
    func flag(_ name: StaticString) throws(FieldFault) -> Bool {
        guard let value = object[name] else { return false }
        if let bool = value.bool { return bool }
        guard value.isText || value.isNumber else { throw FieldFault(name, .wrongType) }
        // A number never equals one of these words.
        return switch value.text {
        case "0", "false", "": false
        case "1", "true": true
        default: throw FieldFault(name, .wrongType)
        }
    }

    /// A list; nil if missing or null.
    func list(_ name: StaticString) throws(FieldFault) -> JSONElements? {
        guard let value = object[name] else { return nil }
        guard let elements = value.elements else { throw FieldFault(name, .wrongType) }
        return elements
    }

    private func textOrNumber(_ name: StaticString) throws(FieldFault) -> JSONValue? {
        guard let value = object[name] else { return nil }
        guard value.isText || value.isNumber else { throw FieldFault(name, .wrongType) }
        return value
    }
}

extension String {
    /// The string with U+FFFD for each NUL, which ends a string in many programs.
    var withoutNUL: String {
        guard utf8.contains(0) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}

/// Whole seconds from digits with an optional sign and fraction. The outer optional
/// is nil for an empty string, the inner one for malformed input.
private func wholeSeconds(_ text: Span<UInt8>) -> Int64?? {
    guard !text.isEmpty else { return .none }
    let isNegative = text[0] == UInt8(ascii: "-")
    var index = isNegative || text[0] == UInt8(ascii: "+") ? 1 : 0
    let firstDigit = index
    var seconds: Int64 = 0
    while index < text.count, let digit = decimalDigit(text[index]) {
        let (tenfold, tooLarge) = seconds.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = tenfold.addingReportingOverflow(isNegative ? -digit : digit)
        guard !tooLarge, !overflow else { return .some(nil) }
        seconds = sum
        index += 1
    }
    guard index > firstDigit else { return .some(nil) }
    if index < text.count {
        guard text[index] == UInt8(ascii: ".") else { return .some(nil) }
        index += 1
        while index < text.count {
            guard decimalDigit(text[index]) != nil else { return .some(nil) }
            index += 1
        }
    }
    return seconds
}

private func decimalDigit(_ byte: UInt8) -> Int64? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        ? Int64(byte - UInt8(ascii: "0")) : nil
}
