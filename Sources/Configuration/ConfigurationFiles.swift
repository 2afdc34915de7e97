internal import TOMLKit

/// The texts of a vault's configuration: the owner's files, and the shipped
/// default for each that they don't have.
public struct ConfigurationFiles: Sendable {
    private let texts: [String: String]

    /// - Parameter texts: by file name, "pipeline.toml".
    public init(texts: [String: String]) {
        self.texts = texts
    }

    /// Reads a file into the form that it must have. A key that the form does
    /// not know is a mistake: a misspelt setting must not be silently ignored.
    func decode<Form: Decodable>(_ form: Form.Type, from name: String) throws(ConfigurationError)
        -> Form
    {
        let file = "config/\(name)"
        guard let text = texts[name] else {
            throw ConfigurationError(file: file, "there is no such file")
        }
        do {
            return try TOMLDecoder(strictDecoding: true).decode(form, from: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                file: file, line: error.source.begin.line, column: error.source.begin.column,
                error.description)
        } catch let error as UnexpectedKeysError {
            let keys = error.keys.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            throw ConfigurationError(file: file, "unknown setting \(keys)")
        } catch let error as DecodingError {
            throw ConfigurationError(file: file, Self.words(for: error))
        } catch {
            throw ConfigurationError(file: file, "\(error)")
        }
    }

    private static func words(for error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "" : " in " + path.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            return "\"\(key.stringValue)\" is missing\(place(context.codingPath))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            return "a value has the wrong form\(place(context.codingPath)): "
                + context.debugDescription
        @unknown default: return "a value has the wrong form"
        }
    }
}
