internal import Classification
internal import Model
public import Scripting

/// The configuration of a vault: the person's files, and the shipped default for each
/// missing one.
public struct ConfigurationFiles: Sendable {
    /// By file name, "pipeline.toml".
    public let texts: [String: String]
    /// The names of shipped files, which are in ``words`` or parsed in this process.
    let shipped: Set<String>
    let words: CompiledWords
    /// Parses all other files.
    private let host: ScriptHost

    /// - Parameters:
    ///   - texts: by file name, "pipeline.toml".
    ///   - shipped: the names of shipped files.
    ///   - host: parses the others.
    public init(texts: [String: String], shipped: Set<String> = [], on host: ScriptHost) {
        self.init(texts: texts, shipped: shipped, on: host, words: .shipped)
    }

    private init(
        texts: [String: String], shipped: Set<String>, on host: ScriptHost, words: CompiledWords
    ) {
        self.texts = texts
        self.shipped = shipped
        self.host = host
        self.words = words
    }

    /// The same files, none of which is taken from the table of compiled ones.
    package var parsingAll: ConfigurationFiles {
        ConfigurationFiles(texts: texts, shipped: shipped, on: host, words: .none)
    }

    /// - Parameter bytes: by file name, "pipeline.toml"; invalid UTF-8 is replaced by
    ///   U+FFFD.
    public init(bytes: [String: [UInt8]], shipped: Set<String>, on host: ScriptHost) {
        self.init(
            texts: bytes.mapValues { String(decoding: $0, as: UTF8.self) }, shipped: shipped,
            on: host)
    }

    /// The same files, one of them with another text.
    func replacing(_ name: String, with text: String) -> ConfigurationFiles {
        ConfigurationFiles(
            texts: texts.merging([name: text]) { $1 }, shipped: shipped, on: host, words: words)
    }

    /// Decodes a file.
    func decode<Form: Decodable>(
        _ form: Form.Type, from name: String
    ) throws(ConfigurationError) -> Form {
        let file = "config/\(name)"
        let text = try text(of: name)
        let host = shipped.contains(name) ? ScriptHost.inThisProcess : host
        var value: DataValue?
        do {
            let read = try host.read(.toml, Array(text.utf8), of: file)
            value = read
            return try FormDecoder.decode(form, from: read)
        } catch let error as DataMistake {
            throw ConfigurationError(file: file, error)
        } catch let error as FormMistake {
            let places = TOMLPlaces(text)
            let known = value.map { FormDecoder.names(of: form, reading: $0) } ?? []
            let names = known.union(places.names).sorted()
            throw ConfigurationError(
                file: file, line: error.line(in: places),
                error.words { name in
                    Suggestion.phrase(for: name, among: names.filter { $0 != name })
                })
        } catch {
            throw ConfigurationError(file: file, "\(error)")
        }
    }

    /// Parses a list of names.
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
}

/// Why a configuration file can't be used.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// "config/pipeline.toml".
    public let file: String
    /// The position in the file, counted from 1; nil if the problem has no single
    /// place.
    public let line: Int?
    public let column: Int?
    /// The message for the person who edits the file.
    public let message: String

    public init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    init(file: String, _ mistake: DataMistake) {
        self.init(file: file, line: mistake.line, column: mistake.column, mistake.message)
    }
}

extension ConfigurationFiles {
    /// The problems in all files, each once, including files that only some commands
    /// read. One problem for each thing that is read.
    public func mistakes() -> [ConfigurationError] {
        let found = [
            mistake { () throws(ConfigurationError) in try categories() },
            mistake { () throws(ConfigurationError) in try pipeline() },
            mistake { () throws(ConfigurationError) in try accountTypeGuesser() },
            mistake { () throws(ConfigurationError) in try lensTargets() },
            mistake { () throws(ConfigurationError) in try askSettings() },
            mistake { () throws(ConfigurationError) in try automationSettings() },
            mistake { () throws(ConfigurationError) in try dashboardLook() },
            mistake { () throws(ConfigurationError) in try savedViews() },
            mistake { () throws(ConfigurationError) in try plan() },
            mistake { () throws(ConfigurationError) in try budgetLines(nil) },
            mistake { () throws(ConfigurationError) in try foreignCategories() },
        ].compactMap(\.self)
        return found.enumerated().filter { !found[..<$0.offset].contains($0.element) }
            .map(\.element)
    }

    private func mistake<Value>(
        in reading: () throws(ConfigurationError) -> Value
    ) -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try reading()
            return nil
        } catch {
            guard error.line == nil,
                let text = texts[String(error.file.dropFirst("config/".count))],
                let line = TOMLPlaces(text).line(quotedIn: error.message)
            else { return error }
            return ConfigurationError(file: error.file, line: line, error.message)
        }
    }
}
