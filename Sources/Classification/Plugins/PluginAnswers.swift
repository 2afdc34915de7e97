import Scripting

/// What a plugin answers in a pass, with what it last answered where it fails.
struct PluginAnswers {
    /// The answers of this pass, to be kept for the next.
    private(set) var archive = AnswerArchive()
    /// Whether an earlier answer stands in for a failed one.
    private(set) var areKept = false

    private let read: () throws -> [UInt8]?
    private var last: Last?

    private struct Last {
        var ofAll: [Int64: [ScriptAnswer]] = [:]
        var ofEach: [Int64: ScriptAnswer] = [:]
    }

    /// - Parameter read: reads what the plugin last answered.
    init(_ read: @escaping () throws -> [UInt8]?) { self.read = read }

    mutating func note(_ answer: ScriptAnswer, of record: Int64, isOfMany: Bool) {
        archive.add(answer, of: record, isOfMany: isOfMany)
    }

    /// What `classify_all` last decided about a transaction, in order.
    mutating func lastOfAll(about record: Int64) -> [ScriptAnswer] {
        let answers = readLast().ofAll[record] ?? []
        areKept = areKept || !answers.isEmpty
        return answers
    }

    /// What `classify` last answered about a transaction.
    mutating func lastOfEach(about record: Int64) -> ScriptAnswer? {
        let answer = readLast().ofEach[record]
        areKept = areKept || answer != nil
        return answer
    }

    private mutating func readLast() -> Last {
        if let last { return last }
        var last = Last()
        do {
            for entry in try read().flatMap(AnswerArchive.entries) ?? [] {
                if entry.isOfMany {
                    last.ofAll[entry.record, default: []].append(entry.answer)
                } else {
                    last.ofEach[entry.record] = entry.answer
                }
            }
        } catch {
            // The failure that asks for them is reported; without them its results are lost.
        }
        self.last = last
        return last
    }
}

/// The errors of plugins in a pass: the first of each plugin, with the number of
/// transactions that it failed on.
struct PluginFailures {
    private var first: [String: RuleFileProblem] = [:]
    private var counts: [String: Int] = [:]

    private var kept: Set<String> = []
    /// The plugins whose `classify_all` failed.
    private var whole: Set<String> = []

    /// Records that what the plugin answered in the last pass stays.
    mutating func noteKept(_ plugin: LoadedPlugin) { kept.insert(plugin.manifest.name) }

    /// Records that `classify_all` failed.
    mutating func noteWhole(_ plugin: LoadedPlugin, _ error: any Error, line: Int?) {
        note(plugin, error, line: line)
        let name = plugin.manifest.name
        counts[name] = 0
        whole.insert(name)
    }

    mutating func note(_ plugin: LoadedPlugin, _ error: any Error, line: Int?) {
        let name = plugin.manifest.name
        counts[name, default: 0] += 1
        guard first[name] == nil else { return }
        let file = "\(plugin.source.folder)/\(PluginSource.mainPath)"
        switch error {
        case let error as ScriptError: first[name] = RuleFileProblem(file, error)
        case let error as RuleReadingError:
            first[name] = RuleFileProblem(
                file: file, line: line, message: error.message)
        default: first[name] = RuleFileProblem(file: file, line: nil, message: "\(error)")
        }
    }

    func isSetAside(_ plugin: LoadedPlugin) -> Bool {
        counts[plugin.manifest.name, default: 0] >= UserRules.failuresUntilSetAside
    }

    /// Ordered by the plugins' names.
    var problems: [RuleFileProblem] {
        first.sorted { $0.key < $1.key }.map { name, problem in
            let isLost = whole.contains(name) && !kept.contains(name)
            var problem = RuleFileProblem(
                file: problem.file, line: problem.line,
                message: problem.message
                    + (isLost ? "; all that classify_all decided is lost" : ""),
                traceback: problem.traceback, transactions: counts[name] ?? 0)
            problem.keepsResults = kept.contains(name)
            return problem
        }
    }
}
