internal import Classification
internal import Model
internal import Scripting

/// A handler file: its handlers and tests, or everything that is wrong with it.
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
        let undefined = declared.undefinedArguments
        for (position, declaration) in declared.declarations.enumerated() {
            var mistakes = Mistakes()
            if declaration.verb == AutomationWords.on {
                if let handler = reader.handler(declaration, &mistakes) {
                    handlers.append(handler)
                    declared.note(
                        declared.unknownFields(
                            readBy: position, of: KnownFields(handler.subscription.kind.shape),
                            undefined))
                }
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

    var leftOut: RejectedFile { declared.leftOut }

    /// The limit per file. A loop that declares more is a bug.
    private static let mostHandlers = 200

    private mutating func noteTooManyHandlers() {
        guard handlers.count > Self.mostHandlers else { return }
        let problem = RuleFileProblem(
            file: source.file, line: handlers[Self.mostHandlers].line,
            message: "the file has \(handlers.count) handlers; only \(Self.mostHandlers) of them "
                + "run")
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

    /// Reports unknown names that are string literals. Names that a function builds are checked
    /// when it runs.
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

extension KnownFields {
    fileprivate init(_ shape: EventShape) {
        self.init(
            Dictionary(
                uniqueKeysWithValues: shape.fields.map { field in
                    if case .part(let shape) = field.kind {
                        return (field.name, KnownFields(shape))
                    }
                    return (field.name, nil)
                }))
    }
}

extension ActionWord {
    /// The message for a webhook or a command that config/automation.toml does not list.
    func unknownName(_ name: String, known: Set<String>) -> String {
        let (what, table) = self == .webhook ? ("webhook", "webhooks") : ("command", "commands")
        let quoted = name.count <= 64 ? name : name.prefix(63) + "…"
        return "there is no \(what) \"\(quoted)\"" + Suggestion.phrase(for: name, among: known)
            + "; config/automation.toml lists them as [\(table).NAME]"
    }
}

/// The vocabulary of handler files.
enum AutomationWords {
    static let on = "on"
    static let test = "test"

    static let vocabulary = Vocabulary(
        declarations: [NotingWord(on, mostValues: 3), NotingWord(test)],
        constructors: ConditionSearch.words,
        requests: ActionWord.allCases.map { NotingWord($0.rawValue, mostValues: $0.mostValues) },
        queries: QueryWord.allCases.map(\.rawValue))

    static let layout = RecordLayout(typeName: "event", fields: [])
}

/// A reader of the `on(kind, options, function)` declarations of a file. It collects every
/// error.
struct HandlerReader {
    let file: String
    let categories: CategoryTree
    private var names: Set<String> = []
    private var counts: [String: Int] = [:]

    init(file: String, categories: CategoryTree) {
        self.file = file
        self.categories = categories
    }

    /// - Returns: the handler, or nil if something is wrong.
    mutating func handler(_ declaration: Declaration, _ mistakes: inout Mistakes) -> Handler? {
        guard let kind = kind(of: declaration, &mistakes) else { return nil }
        var values = declaration.values
        guard case .function(let function) = values.last, values.count > 1 else {
            mistakes.add(
                "\"on\" needs a function last, as in on(\"\(kind.rawValue)\", function(e) … end)",
                at: .value(max(0, values.count - 1)))
            return nil
        }
        values.removeLast()
        let reader = OptionReader(kind: kind, categories: categories)
        let (options, name) = reader.read(
            values.count > 1 ? values[1] : .nil, at: .value(1), &mistakes)
        let subscription = EventSubscription(kind, options)
        guard mistakes.all.isEmpty else { return nil }
        if let name, !names.insert(name).inserted {
            mistakes.add(
                "there are two handlers named \"\(name)\" in this file",
                at: .value(1).field(OptionReader.nameOption))
            return nil
        }
        return Handler(
            id: id(name, subscription), name: name, file: file, line: declaration.line,
            subscription: subscription, function: function)
    }

    private func kind(of declaration: Declaration, _ mistakes: inout Mistakes) -> EventKind? {
        guard case .string(let name) = declaration.value else {
            mistakes.add(
                "\"on\" needs the kind of event first, as in on(\"large_transaction\", { over = "
                    + "500 }, function(e) … end)", at: .whole)
            return nil
        }
        guard let kind = EventKind(rawValue: name) else {
            mistakes.add(
                "there is no event \"\(name)\""
                    + Suggestion.phrase(for: name, among: EventKind.allCases.map(\.rawValue)),
                at: .whole)
            return nil
        }
        return kind
    }

    private mutating func id(_ name: String?, _ subscription: EventSubscription) -> String {
        if let name { return "\(file) \"\(name)\"" }
        let number = counts[subscription.key, default: 0] + 1
        counts[subscription.key] = number
        return "\(file) \(subscription.key)" + (number == 1 ? "" : " (\(number))")
    }
}

/// A reader of the options in `on(kind, options, function)`.
struct OptionReader {
    let kind: EventKind
    let categories: CategoryTree

    /// The option that names a handler, allowed for every kind.
    static let nameOption = "name"

    /// - Returns: what could be read; errors are added to `mistakes`.
    func read(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> (options: EventOptions, name: String?) {
        var options = EventOptions()
        var name: String?
        var fields: [String: ScriptValue] = [:]
        switch value {
        case .nil: break
        case .table(let table) where table.array.isEmpty: fields = table.fields
        default:
            mistakes.add(
                "the options of \"\(kind.rawValue)\" must be a table such as \(example)", at: path)
            return (options, nil)
        }
        for (word, value) in fields.sorted(by: { $0.key < $1.key }) {
            let path = path.field(word)
            if word == Self.nameOption {
                name = text(value, of: word, at: path, &mistakes)
            } else if let option = EventOption(rawValue: word), kind.options.contains(option) {
                set(option, to: value, in: &options, at: path, &mistakes)
            } else {
                mistakes.add(unknown(word), at: path, aim: .key)
            }
        }
        let isMisspelt = fields.keys.contains { word in
            word != Self.nameOption && !kind.options.map(\.rawValue).contains(word)
        }
        for option in kind.neededOptions where fields[option.rawValue] == nil && !isMisspelt {
            mistakes.add(
                "\"\(kind.rawValue)\" needs \"\(option.rawValue)\", as in \(example)",
                at: value == .nil ? .whole : path)
        }
        if options.day != nil, options.weekday != nil {
            mistakes.add("\"every\" takes a day of the month or a weekday, not both", at: path)
        }
        if EventOption.subjects.count(where: { fields[$0.rawValue] != nil }) > 1 {
            mistakes.add(
                "\"\(kind.rawValue)\" takes one of \"category\", \"tag\" and \"view\"", at: path)
        }
        if options.limit != nil, fields[EventOption.category.rawValue] == nil, !isMisspelt {
            mistakes.add(
                "\"limit\" needs \"category\", as in { category = \"dining\", limit = 400 }; "
                    + "for a tag or a view, set a budget", at: path)
        }
        if kind.options.contains(.days), options.days == nil {
            options.days = EventOption.usualDays
        }
        return (options, name)
    }

    private func unknown(_ word: String) -> String {
        let known = kind.options.map(\.rawValue) + [Self.nameOption]
        return "\"\(kind.rawValue)\" has no option \"\(word)\""
            + Suggestion.phrase(for: word, among: known)
            + (kind.options.isEmpty ? "; its only option is \"name\"" : "")
    }

    private var example: String {
        let needed = kind.neededOptions.isEmpty ? kind.options : kind.neededOptions
        let words = needed.map { "\($0.rawValue) = \($0.example)" }
        return words.isEmpty ? "{ name = \"…\" }" : "{ \(words.joined(separator: ", ")) }"
    }

    private func set(
        _ option: EventOption, to value: ScriptValue, in options: inout EventOptions,
        at path: ValuePath, _ mistakes: inout Mistakes
    ) {
        let word = option.rawValue
        switch option {
        case .over: options.over = amount(value, of: word, at: path, &mistakes)
        case .limit: options.limit = amount(value, of: word, at: path, &mistakes)
        case .below:
            options.below = amount(value, of: word, takesNegative: true, at: path, &mistakes)
        case .tag: options.tag = text(value, of: word, at: path, &mistakes)
        case .view: options.view = text(value, of: word, at: path, &mistakes)
        case .account: options.account = text(value, of: word, at: path, &mistakes)
        case .payee: options.payee = text(value, of: word, at: path, &mistakes)
        case .category:
            guard let id = text(value, of: word, at: path, &mistakes) else { return }
            do throws(CategoryMistake) {
                options.category = try categories.id(writtenAs: id)
            } catch {
                mistakes.add(error.message, at: path)
            }
        case .days:
            guard case .integer(let days) = value, (0...366).contains(days) else {
                mistakes.add("\"days\" must be a whole number from 0 to 366", at: path)
                return
            }
            options.days = Int(days)
        case .at where kind == .every:
            guard case .string(let text) = value, let time = TimeOfDay(text) else {
                mistakes.add("\"at\" must be a time of day such as \"08:00\"", at: path)
                return
            }
            options.time = time
        case .day:
            guard case .integer(let day) = value, (1...31).contains(day) else {
                mistakes.add("\"day\" must be a whole number from 1 to 31", at: path)
                return
            }
            options.day = Int(day)
        case .weekday:
            guard case .string(let name) = value,
                let position = EventOptions.weekdays.firstIndex(of: name.lowercased())
            else {
                let name = if case .string(let name) = value { name } else { "" }
                mistakes.add(
                    "\"weekday\" must be a day such as \"monday\""
                        + Suggestion.phrase(for: name, among: EventOptions.weekdays), at: path)
                return
            }
            options.weekday = position + 1
        case .at:
            guard case .integer(let percent) = value, (1...1000).contains(percent) else {
                mistakes.add("\"at\" must be a whole number from 1 to 1000", at: path)
                return
            }
            options.at = Int(percent)
        }
    }

    private func text(
        _ value: ScriptValue, of word: String, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> String? {
        guard case .string(let text) = value, !text.allSatisfy(\.isWhitespace),
            !text.contains(where: \.isNewline), text.utf8.count <= 200
        else {
            mistakes.add("\"\(word)\" must be a text of one line", at: path)
            return nil
        }
        return text
    }

    private func amount(
        _ value: ScriptValue, of word: String, takesNegative: Bool = false, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) -> DecimalAmount? {
        let wanted = UnusableNumber(value, suchAs: "49.90").expected
        do throws(UnusableNumber) {
            let amount = try value.decimal(suchAs: "49.90")
            if takesNegative || amount.coefficient >= 0 { return amount }
            mistakes.add("\"\(word)\" must be \(wanted), and at least 0", at: path)
        } catch {
            mistakes.add("\"\(word)\" must be \(wanted)", at: path)
        }
        return nil
    }
}

extension EventOption {
    fileprivate var example: String {
        switch self {
        case .over: "500"
        case .below: "100"
        case .limit: "400"
        case .category: "\"dining\""
        case .tag: "\"holiday\""
        case .view: "\"Eating out\""
        case .account: "\"Checking\""
        case .payee: "\"Netflix\""
        case .days: "3"
        case .at: "80"
        case .day: "1"
        case .weekday: "\"monday\""
        }
    }
}
