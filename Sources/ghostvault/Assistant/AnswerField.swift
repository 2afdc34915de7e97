import Engine
import Model

/// A field of a command's JSON that an answer has, and how far its text can be trusted.
///
/// Fields that are null or empty are left out, to keep answers short.
indirect enum AnswerField: Sendable {
    /// A number, a truth, a day, or one word of the program or the configuration. A text that is
    /// no such word is marked as untrusted, whatever the field.
    case plain(String)
    /// An exact amount, followed by one for reading in `NAME_text`.
    case money(String)
    /// A text, or a list of them, that a bank, a shop or a file wrote, or that quotes one. Its name
    /// becomes `untrusted_NAME`.
    case untrusted(String)
    case object(String, [AnswerField])
    /// An object whose names depend on the transaction, each with an object.
    case entries(String, [AnswerField])
    /// The first entries of a list; `NAME_left_out` has how many more there are.
    case list(String, most: Int, [AnswerField])

    /// The name in the command's JSON.
    var name: String {
        switch self {
        case .plain(let name), .money(let name), .untrusted(let name), .object(let name, _),
            .entries(let name, _), .list(let name, _, _):
            name
        }
    }

    /// The mark of texts that are data and never instructions.
    static let mark = "untrusted_"
}

extension AnswerField: ExpressibleByStringLiteral {
    /// "$net" is money, "?payee" untrusted and "day" plain.
    init(stringLiteral text: String) {
        let name = String(text.dropFirst())
        self =
            switch text.first {
            case "$": .money(name)
            case "?": .untrusted(name)
            default: .plain(text)
            }
    }
}

extension [AnswerField] {
    /// The chosen fields of an object.
    func chosen(
        from object: [String: JSONValue], currency outer: Currency? = nil
    ) -> [String: JSONValue] {
        let code = object["currency"]?.text
        let currency = code.flatMap { $0.isPlainWord ? Currency(code: $0) : nil } ?? outer
        var answer: [String: JSONValue] = [:]
        for field in self {
            let name = field.name
            guard let value = object[name], !value.isNull else { continue }
            switch field {
            case .plain:
                answer[value.isPlain ? name : AnswerField.mark + name] = value.shortened
            case .untrusted:
                if value.text == "" || value.elements?.isEmpty == true { continue }
                answer[AnswerField.mark + name] = value.shortened
            case .money:
                guard let text = value.text, value.isPlain else { continue }
                answer[name] = value
                answer[name + "_text"] = currency.flatMap { Self.shown(text, in: $0) }
            case .object(_, let fields):
                guard let inner = value.fields else { continue }
                answer[name] = .object(fields.chosen(from: inner, currency: currency))
            case .entries(_, let fields):
                answer[name] = .object(
                    (value.fields ?? [:]).filter { $0.key.isPlainWord }.mapValues {
                        .object(fields.chosen(from: $0.fields ?? [:], currency: currency))
                    })
            case .list(_, let most, let fields):
                let entries = value.elements ?? []
                answer[name] = .list(
                    entries.prefix(most).map {
                        .object(fields.chosen(from: $0.fields ?? [:], currency: currency))
                    })
                if entries.count > most {
                    answer[name + "_left_out"] = .integer(Int64(entries.count - most))
                }
            }
        }
        return answer
    }

    /// The amount for reading; nil if it is too large for one.
    private static func shown(_ amount: String, in currency: Currency) -> JSONValue? {
        do {
            return .text(try Money(exactly: amount, currency: currency).text)
        } catch {
            return nil
        }
    }
}

extension JSONValue {
    /// Whether it has no text but single words, which can't be instructions.
    fileprivate var isPlain: Bool {
        switch self {
        case .text(let text): text.isPlainWord
        case .list(let elements): elements.allSatisfy(\.isPlain)
        case .object: false
        case .null, .boolean, .integer, .number: true
        }
    }

    /// The value with the beginnings of long texts and lists.
    fileprivate var shortened: JSONValue {
        switch self {
        case .text(let text): .text(text.shortened)
        case .list(let elements): .list(elements.prefix(Self.mostElements).map(\.shortened))
        case .null, .boolean, .integer, .number, .object: self
        }
    }

    private static let mostElements = 20
}

extension String {
    /// Whether it is one word of ASCII letters, digits and the signs of days, amounts and ids.
    var isPlainWord: Bool {
        utf8.count <= 40
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-_.:+".utf8.contains(byte)
                }
            }
    }

    /// The first 200 characters, counted as scalars.
    var shortened: String {
        let scalars = unicodeScalars
        guard scalars.count > 200 else { return self }
        return String(String.UnicodeScalarView(scalars.prefix(199))) + "…"
    }
}
