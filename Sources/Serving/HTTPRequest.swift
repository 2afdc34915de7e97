/// A request of HTTP 1, with nothing in it that two readers could understand differently.
package struct HTTPRequest: Sendable {
    package let method: String
    /// What is asked for, as it came: "/spending?period=oct".
    package let target: String
    /// The fields in their order; names are in small letters.
    package let fields: [(name: String, value: String)]
    package var body: [UInt8] = []

    package init(method: String, target: String, fields: [(name: String, value: String)]) {
        (self.method, self.target, self.fields) = (method, target, fields)
    }

    /// - Parameter head: the request's first lines, without the empty one; nil if they are not
    ///   plain HTTP.
    package init?(head: [UInt8]) {
        // A line feed alone, or another control character, is a line to some readers.
        var last: UInt8 = 0
        for byte in head {
            guard byte >= 0x20 && byte != 0x7F || [0x09, 0x0A, 0x0D].contains(byte) else {
                return nil
            }
            guard (byte == 0x0A) == (last == 0x0D) else { return nil }
            last = byte
        }
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
            words[1].hasPrefix("/"), !words[0].isEmpty
        else { return nil }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isOfName)
            else { return nil }
            let value = parts[1].drop { $0 == " " || $0 == "\t" }
            fields.append((parts[0].lowercased(), String(value)))
        }
        self.init(method: String(words[0]), target: String(words[1]), fields: fields)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The value of a field that occurs at most once.
    ///
    /// - Returns: nil without the field, and for several.
    package subscript(name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// The announced length of the body; nil if it is unclear where the body ends.
    var bodyLength: Int? {
        guard !has("transfer-encoding") else { return nil }
        guard has("content-length") else { return 0 }
        guard let text = self["content-length"], (1...9).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// The path without percent-encoding.
    package var path: String { Self.decoded(target.prefix { $0 != "?" }, isForm: false) }

    /// The names and values behind the question mark.
    package var query: [(name: String, value: String)] {
        Self.form(target.drop { $0 != "?" }.dropFirst())
    }

    /// The names and values of a form, as in a query.
    package static func form(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { field in
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                decoded(pair[0], isForm: true), pair.count > 1 ? decoded(pair[1], isForm: true) : ""
            )
        }
    }

    /// A text without percent-encoding; in a form a plus is a space.
    private static func decoded(_ text: some StringProtocol, isForm: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if first == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16)
            {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(isForm && first == UInt8(ascii: "+") ? UInt8(ascii: " ") : first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
