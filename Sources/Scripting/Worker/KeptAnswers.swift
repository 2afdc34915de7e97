internal import Hashing

/// What workers answered about sources and files of data, by digests of all that the answers
/// depend on: what did not change is not read again when the program runs the next time.
///
/// It is derived, and may be lost at any time.
struct KeptAnswers {
    /// What the answers are those of.
    private let program: [UInt8]
    private var answers: [[UInt8]: [UInt8]]
    /// Those that came since they were taken last.
    private var new: [[UInt8]: [UInt8]] = [:]

    init(_ answers: [[UInt8]: [UInt8]], of program: String) {
        self.answers = answers
        self.program = Array(program.utf8)
    }

    /// A digest of parts that no other parts come to.
    func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var hash = SHA256()
        for part in [program] + parts {
            // With its length, so that no two lists of parts run together.
            hash.add(Array("\(part.count):".utf8))
            hash.add(part)
        }
        return hash.digest()
    }

    func answer(_ digest: [UInt8]) -> [UInt8]? { answers[digest] }

    mutating func keep(_ answer: [UInt8], for digest: [UInt8]) {
        guard answer.count <= Self.mostBytes else { return }
        answers[digest] = answer
        new[digest] = answer
    }

    mutating func takeNew() -> [[UInt8]: [UInt8]] {
        defer { new = [:] }
        return new
    }

    /// Of one answer. What is larger is a map, and quick to read.
    private static let mostBytes = 1 << 20
}

extension ScriptHost {
    /// Uses what workers of this program answered before, and keeps what they answer from now on.
    ///
    /// - Parameters:
    ///   - answers: as ``takeNewAnswers()`` gave them, by their digests.
    ///   - program: what tells this program from other versions.
    public func useKept(_ answers: [[UInt8]: [UInt8]], of program: String) {
        guard !isThisProcess else { return }
        withKeptAnswers { $0 = $0 ?? KeptAnswers(answers, of: program) }
    }

    /// Whether answers are kept.
    public var keepsAnswers: Bool { withKeptAnswers { $0 != nil } }

    /// What was answered since this was called last, for the next run of the program.
    public func takeNewAnswers() -> [[UInt8]: [UInt8]] {
        withKeptAnswers { $0?.takeNew() ?? [:] }
    }

    /// Nil where no answers are kept.
    func digest(_ parts: () -> [[UInt8]]) -> [UInt8]? {
        withKeptAnswers { kept in kept.map { $0.digest(parts()) } }
    }

    func keptAnswer(_ digest: [UInt8]?) -> [UInt8]? {
        withKeptAnswers { kept in digest.flatMap { kept?.answer($0) } }
    }

    func keep(_ answer: [UInt8], for digest: [UInt8]?) {
        withKeptAnswers { kept in
            if let digest { kept?.keep(answer, for: digest) }
        }
    }
}

extension RemoteMachine {
    /// What a worker says of a source that it loaded.
    struct Loading {
        let steps: Int
        let bytes: Int
        let result: Result<[Declaration], ScriptError>
    }

    func loading(_ reader: inout MessageReader) throws(MessageError) -> Loading {
        Loading(
            steps: try reader.natural(),
            bytes: try reader.natural(),
            result: try reader.result { (reader) throws(MessageError) in
                try reader.all { (reader) throws(MessageError) in
                    try reader.declaration(plan.vocabulary.declarations)
                }
            })
    }

    /// Nil for an answer that can't be read any more.
    func kept(_ answer: [UInt8]) -> Loading? {
        do throws(MessageError) {
            var reader = MessageReader(answer)
            let loading = try loading(&reader)
            return try !reader.boolean() && reader.rest == 0 ? loading : nil
        } catch {
            return nil
        }
    }

    func digest(of source: ScriptSource) -> [UInt8]? {
        host.digest {
            var plan = MessageWriter()
            plan.put(self.plan)
            let library = library.packed.digest {
                var message = MessageWriter()
                message.put(self.library)
                return SHA256.digest(of: message.bytes)
            }
            return [plan.bytes, library, Array(source.chunkName.utf8), source.bytes]
        }
    }
}

/// What a sandbox loaded, or a file of data.
struct ScriptSource: Hashable, Sendable {
    let chunkName: String
    let bytes: [UInt8]
    /// Found once: every request looks its source up.
    private let hash: Int

    init(chunkName: String, bytes: [UInt8]) {
        self.chunkName = chunkName
        self.bytes = bytes
        var hasher = Hasher()
        hasher.combine(chunkName)
        hasher.combine(bytes)
        hash = hasher.finalize()
    }

    static let none = ScriptSource(chunkName: "", bytes: [])

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension MessageWriter {
    mutating func put(_ source: ScriptSource) {
        put(source.bytes)
        put(source.chunkName)
    }
}
