import Engine
import Model
import Vault

/// An argument that a tool takes.
struct ToolParameter: Sendable {
    enum Kind: Sendable {
        /// One line of at most 200 bytes.
        case text
        /// Several lines of at most this many bytes.
        case lines(mostBytes: Int)
        case period
        case amount
        case number(ClosedRange<Int64>)
        case choice([String])
        case flag
    }

    let name: String
    let kind: Kind
    var meaning = ""
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ meaning: String = "", isRequired: Bool = false) {
        (self.name, self.kind, self.meaning) = (name, kind, meaning)
        self.isRequired = isRequired
    }

    /// Its JSON Schema.
    var json: JSONValue {
        var fields: [String: JSONValue] =
            switch kind {
            case .text, .lines, .period, .amount: ["type": "string"]
            case .number(let range):
                [
                    "type": "integer", "minimum": .integer(range.lowerBound),
                    "maximum": .integer(range.upperBound),
                ]
            case .choice(let words): ["enum": .list(words.map(JSONValue.text))]
            case .flag: ["type": "boolean"]
            }
        if !meaning.isEmpty { fields["description"] = .text(meaning) }
        return .object(fields)
    }

    /// The value as a word of a command line; nil for a flag that is not set.
    fileprivate func word(_ value: JSONValue) throws(ToolArguments.Mistake) -> String? {
        switch (kind, value) {
        case (.flag, .boolean(let isSet)): return isSet ? name : nil
        case (.number(let range), .integer(let number)) where range.contains(number):
            return "\(number)"
        case (.choice(let words), .text(let text)) where words.contains(text): return text
        case (.text, .text(let text)) where Self.isLine(text): return text
        case (.period, .text(let text)) where Self.isLine(text) && PeriodWords(text) != nil:
            return text
        case (.amount, .text(let text)) where AmountBound(text) != nil: return text
        case (.amount, .integer(let number)): return "\(number)"
        case (.lines(let most), .text(let text))
        where text.utf8.count <= most && !text.utf8.contains(0):
            return text
        default: throw ToolArguments.Mistake(message: "\(name): \(expectation)")
        }
    }

    private var expectation: String {
        switch kind {
        case .text: "one line of 1 to 200 bytes is expected."
        case .lines(let most): "a text of at most \(most) bytes is expected."
        case .period: "a period is expected, such as \(PeriodWords.accepted)."
        case .amount: "an amount is expected, such as \"50\" or \"-19.99\"."
        case .number(let range):
            "a number from \(range.lowerBound) to \(range.upperBound) is expected."
        case .choice(let words): "one of \(words.joined(separator: ", ")) is expected."
        case .flag: "true or false is expected."
        }
    }

    private static func isLine(_ text: String) -> Bool {
        1...200 ~= text.utf8.count
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// The checked arguments of a call. None can become an option or a command.
struct ToolArguments {
    struct Mistake: Error {
        let message: String
    }

    private let words: [String: String]

    /// - Throws: ``Mistake``, in words for the assistant.
    init(
        _ given: [String: JSONValue], for parameters: [ToolParameter]
    ) throws(Mistake) {
        var words: [String: String] = [:]
        let known = parameters.map(\.name)
        guard given.keys.allSatisfy(known.contains) else {
            throw Mistake(
                message: "Unknown argument. The arguments are: \(known.joined(separator: ", "))")
        }
        for parameter in parameters {
            if let value = given[parameter.name], !value.isNull {
                words[parameter.name] = try parameter.word(value)
            } else if parameter.isRequired {
                throw Mistake(message: "\(parameter.name) is missing.")
            }
        }
        self.words = words
    }

    subscript(name: String) -> String? { words[name] }

    /// "--NAME=VALUE" for each that is given, and "--NAME" for a flag.
    func options(_ names: String...) -> [String] {
        names.compactMap { name in
            words[name].map { $0 == name ? "--\(name)" : "--\(name)=\($0)" }
        }
    }

    /// The value as a word behind "--".
    func operands(_ name: String) -> [String] { words[name].map { [$0] } ?? [] }
}
