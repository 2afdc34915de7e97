internal import Model

/// A cache of workers' answers about sources and data files. The key is a digest of everything that
/// an answer depends on. Unchanged files need not be parsed again in the program's next run.
///
/// It is derived data and may be lost at any time.
struct ReadingCache {
    /// The program version that the answers belong to.
    private let program: [UInt8]
    private var answers: [[UInt8]: [UInt8]]
    /// Answers added since they were last taken.
    private var new: [[UInt8]: [UInt8]] = [:]

    init(_ answers: [[UInt8]: [UInt8]], of program: String) {
        self.answers = answers
        self.program = Array(program.utf8)
    }

    /// An unambiguous digest of a list of parts.
    func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var hash = SHA256()
        for part in [program] + parts {
            // With the length, so that different lists can't produce the same bytes.
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

    /// The size limit for one answer. Larger ones are maps, which are quick to parse.
    private static let mostBytes = 1 << 20
}

extension ScriptHost {
    /// Uses answers from an earlier run, and caches new ones from now on.
    ///
    /// - Parameters:
    ///   - answers: the results of ``takeNewAnswers()``, by digest.
    ///   - program: identifies this version of the program.
    public func useCached(_ answers: [[UInt8]: [UInt8]], of program: String) {
        guard !isThisProcess else { return }
        withReadingCache { $0 = $0 ?? ReadingCache(answers, of: program) }
    }

    /// Whether answers are cached.
    public var cachesAnswers: Bool { withReadingCache { $0 != nil } }

    /// The answers since the last call, for the program's next run.
    public func takeNewAnswers() -> [[UInt8]: [UInt8]] {
        withReadingCache { $0?.takeNew() ?? [:] }
    }

    /// Nil if answers are not cached.
    func digest(_ parts: () -> [[UInt8]]) -> [UInt8]? {
        withReadingCache { kept in kept.map { $0.digest(parts()) } }
    }

    func cachedAnswer(_ digest: [UInt8]?) -> [UInt8]? {
        withReadingCache { kept in digest.flatMap { kept?.answer($0) } }
    }

    func keep(_ answer: [UInt8], for digest: [UInt8]?) {
        withReadingCache { kept in
            if let digest { kept?.keep(answer, for: digest) }
        }
    }
}

extension RemoteMachine {
    /// A worker's answer after loading a source.
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

    /// Nil if the stored answer is no longer readable.
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

/// A script or data file sent to a worker.
struct ScriptSource: Hashable, Sendable {
    let chunkName: String
    let bytes: [UInt8]
    /// Computed once, because every request looks up its source.
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
