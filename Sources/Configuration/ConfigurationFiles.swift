internal import Classification
internal import TOMLKit

/// The texts of a vault's configuration: the owner's files, and the shipped
/// default for each that they don't have.
public struct ConfigurationFiles: Sendable {
    /// By file name, "pipeline.toml".
    public let texts: [String: String]

    /// - Parameter texts: by file name, "pipeline.toml".
    public init(texts: [String: String]) {
        self.texts = texts
    }

    /// - Parameter bytes: by file name, "pipeline.toml"; what is no UTF-8 in them is
    ///   replaced by U+FFFD.
    public init(bytes: [String: [UInt8]]) {
        texts = bytes.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads a file into the form that it must have. A key that the form does
    /// not know is a mistake: a misspelt setting must not be silently ignored.
    ///
    /// - Parameter settings: names that a misspelt one may have meant.
    func decode<Form: Decodable>(
        _ form: Form.Type, from name: String, settings known: [String] = []
    ) throws(ConfigurationError) -> Form {
        let file = "config/\(name)"
        let text = try text(of: name)
        do {
            try FatalSlips.check(text)
            return try TOMLDecoder(strictDecoding: true).decode(form, from: text)
        } catch let error as FatalSlips.Mistake {
            throw ConfigurationError(
                file: file, line: error.line, column: error.column, error.message)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                file: file, line: error.source.begin.line, column: error.source.begin.column,
                error.description)
        } catch let error as UnexpectedKeysError {
            let settings = error.keys.sorted { $0.key < $1.key }.map { key, path in
                "\"\(key)\"\(Self.place(path.dropLast()))"
                    + Suggestion.phrase(for: key, among: known)
            }
            throw ConfigurationError(
                file: file, "unknown setting " + settings.joined(separator: ", "))
        } catch let error as DecodingError {
            throw ConfigurationError(file: file, Self.words(for: error))
        } catch {
            throw ConfigurationError(file: file, "\(error)")
        }
    }

    /// Reads a list of names.
    func nameList(_ name: String) throws(ConfigurationError) -> NameList {
        let file = "config/\(name)"
        let text = try text(of: name)
        do throws(NameList.Mistake) {
            return try NameList(text)
        } catch {
            throw ConfigurationError(file: file, line: error.line, error.message)
        }
    }

    private func text(of name: String) throws(ConfigurationError) -> String {
        guard let text = texts[name] else {
            throw ConfigurationError(file: "config/\(name)", "there is no such file")
        }
        return text
    }

    /// The decoder reports a value of the wrong kind as a missing key, so the
    /// words leave both open where it does.
    private static func words(for error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath
            let isLast = path.last?.stringValue == key.stringValue
            return "\"\(key.stringValue)\"\(place(isLast ? path.dropLast() : path[...]))"
                + " is missing or of the wrong kind"
        case .typeMismatch(let type, let context)
        where type == TOMLTable.self && context.codingPath.last?.intValue == nil:
            guard let name = context.codingPath.last else { return "a value is of the wrong kind" }
            return "\"\(name.stringValue)\"\(place(context.codingPath.dropLast())) must be a table"
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath
            let name = path.lastIndex { $0.intValue == nil } ?? path.startIndex
            guard path.indices.contains(name) else { return "a value is of the wrong kind" }
            let setting = "\"\(path[name].stringValue)\"\(place(path[..<name]))"
            guard let entry = path.last?.intValue else { return setting + " must be a list" }
            return "entry \(entry + 1) of \(setting) is of the wrong kind"
        @unknown default: return "a value is of the wrong kind"
        }
    }

    /// " in rule 2", counted from 1; empty at the top of the file.
    private static func place(_ path: ArraySlice<any CodingKey>) -> String {
        var words: [String] = []
        for key in path {
            if let index = key.intValue, let name = words.popLast() {
                words.append("\(name) \(index + 1)")
            } else {
                words.append(key.stringValue)
            }
        }
        return words.isEmpty ? "" : " in " + words.joined(separator: ", ")
    }
}
