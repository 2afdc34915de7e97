internal import Classification
internal import Model
internal import Scripting

/// A file of handlers that was read, or all that is wrong in it.
struct AutomationFile {
    let source: RuleSource
    private(set) var handlers: [Handler] = []
    private(set) var tests: [HandlerTest] = []
    private var declared: DeclaredSource

    init(
        _ source: RuleSource, names: AutomationNames, library: ScriptLibrary, limits: ScriptLimits,
        on host: ScriptHost, mostParts: Int = DeclaredSource.mostParts
    ) {
        self.source = source
        declared = DeclaredSource(
            source, layout: AutomationWords.layout, vocabulary: AutomationWords.vocabulary,
            library: library, limits: limits, on: host)
        guard declared.sandbox != nil else {
            if mostParts > 0, let part = declared.partBeforeFailure {
                let part = AutomationFile(
                    part, names: names, library: library, limits: limits, on: host,
                    mostParts: mostParts - 1)
                declared.note(part.declared.problems)
            }
            return
        }
        var reader = HandlerReader(file: source.file, categories: names.categories)
        let testReader = HandlerTestReader(
            file: source.file,
            samples: SampleContent(categories: names.categories))
        for (position, declaration) in declared.declarations.enumerated() {
            var mistakes = Mistakes()
            if declaration.verb == AutomationWords.on {
                if let handler = reader.handler(declaration, &mistakes) { handlers.append(handler) }
            } else if let test = testReader.test(declaration, &mistakes) {
                tests.append(test)
            }
            declared.note(mistakes, declaration: position)
        }
        noteTooManyHandlers()
        noteTestsOfNothing()
        noteUnknownNames(.webhook, known: names.webhooks)
        noteUnknownNames(.run, known: names.commands)
    }

    var isWhole: Bool { declared.isWhole }

    var leftOut: LeftOutFile { declared.leftOut }

    /// Each is looked after on its own: a loop that makes more was meant
    /// otherwise.
    private static let mostHandlers = 200

    private mutating func noteTooManyHandlers() {
        guard handlers.count > Self.mostHandlers else { return }
        let problem = RuleFileProblem(
            file: source.file, line: handlers[Self.mostHandlers].line,
            message: "the file has \(handlers.count) handlers; at most "
                + "\(Self.mostHandlers) are told of anything")
        declared.note([problem])
    }

    private mutating func noteTestsOfNothing() {
        let kinds = Set(handlers.map(\.subscription.kind))
        guard declared.isWhole else { return }
        for test in tests where !kinds.contains(test.kind) {
            let problem = RuleFileProblem(
                file: test.file, line: test.line,
                message: "\(test.name): the file has no handler of \"\(test.kind.rawValue)\"")
            declared.note([problem])
        }
    }

    /// Names that stand in the file as texts. Those that a function puts
    /// together are looked at when it is called.
    private mutating func noteUnknownNames(_ word: ActionWord, known: Set<String>) {
        let calls = declared.callsWithText(word.rawValue)
        declared.note(
            calls.filter { !known.contains($0.text) }.map { call in
                RuleFileProblem(
                    file: source.file, line: call.line, column: call.column,
                    message: word.unknownName(call.text, known: known))
            })
    }
}

extension ActionWord {
    /// What to say of a webhook or a command that config/automation.toml does
    /// not have.
    func unknownName(_ name: String, known: Set<String>) -> String {
        let (what, table) = self == .webhook ? ("webhook", "webhooks") : ("command", "commands")
        let quoted = name.count <= 64 ? name : name.prefix(63) + "…"
        return "there is no \(what) \"\(quoted)\"" + Suggestion.phrase(for: name, among: known)
            + "; config/automation.toml lists them as [\(table).NAME]"
    }
}

/// The words of automation files.
enum AutomationWords {
    static let on = "on"
    static let test = "test"

    static let vocabulary = Vocabulary(
        declarations: [NotingWord(on, mostValues: 3), NotingWord(test)],
        requests: ActionWord.allCases.map { NotingWord($0.rawValue, mostValues: $0.mostValues) })

    static let layout = RecordLayout(typeName: "event", fields: [])
}
