package import Scripting

/// A Lua source of the person's that was run from its top: what it declares,
/// and what is wrong in it, each with its place.
package struct DeclaredSource {
    package let file: String
    /// Nil where the source could not be read.
    package let sandbox: Sandbox?
    /// In the order of their calls; none where the source could not be read.
    package let declarations: [Declaration]
    /// What stands before the declaration in which the source failed to run, so
    /// that all mistakes can be told at once; nil where nothing does. It is
    /// shorter with each failure, and it does not fail where it ran before.
    package let partBeforeFailure: RuleSource?
    /// How many such parts are read of one file: nobody mends more at once.
    package static let mostParts = 20
    package private(set) var problems: [RuleFileProblem]
    /// Whether it is Lua, and failed while it ran.
    let failedWhileRunning: Bool

    let outline: LuaOutline
    private let places: DeclarationPlaces

    /// Runs a source in a sandbox of its own.
    package init(
        _ source: RuleSource, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary, limits: ScriptLimits, on host: ScriptHost
    ) {
        file = source.file
        outline = LuaOutline(source.bytes)
        do throws(ScriptError) {
            let sandbox = try Sandbox(
                limits: limits, layout: layout, vocabulary: vocabulary, library: library, on: host)
            try sandbox.load(source: source.bytes, chunkName: source.file)
            self.sandbox = sandbox
            declarations = sandbox.declarations
            problems = []
            failedWhileRunning = false
            partBeforeFailure = nil
        } catch {
            sandbox = nil
            declarations = []
            failedWhileRunning = error.kind == .runtime && error.chunkName == source.file
            problems = [RuleFileProblem(error, in: source, vocabulary, library)]
            partBeforeFailure = Self.part(of: source, before: error, vocabulary, outline)
        }
        places = DeclarationPlaces(declarations, in: outline)
    }

    /// Whether nothing is wrong in it, as far as it was looked at.
    package var isWhole: Bool { problems.isEmpty }

    /// Notes what is wrong in one of the declarations.
    ///
    /// - Parameter declaration: its position among the declarations.
    package mutating func note(_ mistakes: Mistakes, declaration: Int) {
        for mistake in mistakes.all {
            let place = place(of: mistake.path, aim: mistake.aim, declaration: declaration)
            problems.append(
                RuleFileProblem(
                    file: file, line: place.line, column: place.column, message: mistake.message))
        }
    }

    /// Notes what was found wrong by others.
    package mutating func note(_ others: [RuleFileProblem]) { problems += others }

    /// Where a part of what was declared stands. The first line and column are 1.
    package func place(
        of path: ValuePath, aim: Mistake.Aim = .value, declaration: Int
    ) -> (line: Int, column: Int?) {
        places.place(of: path, aim: aim, declaration: declaration)
    }

    /// The calls of a word whose first argument is written as a text, as in
    /// `word("text", …)`, with the places of these texts.
    package func callsWithText(_ word: String) -> [(text: String, line: Int, column: Int)] {
        outline.tokens.indices.compactMap { token in
            guard outline.isName(token), outline.text(token) == word,
                !outline.isSymbol(token - 1, "."), !outline.isSymbol(token - 1, ":"),
                let argument = outline.entry(.argument(0), ofValueAt: token)?.value,
                outline.isText(argument)
            else { return nil }
            let written = outline.text(argument)
            let next = argument + 1
            let isWhole = [",", ")"].contains { outline.isSymbol(next, $0) }
            // Long brackets and escapes are for others to read.
            guard isWhole, !written.hasPrefix("["), !written.contains("\\") else { return nil }
            let place = outline.tokens[argument].place
            return (String(written.dropFirst().dropLast()), place.line, place.column)
        }
    }

    /// The source as one that can't be used. What a loop does wrong again and
    /// again is told once.
    package var leftOut: LeftOutFile {
        var seen: Set<RuleFileProblem> = []
        return LeftOutFile(
            file: file,
            problems: problems.filter { seen.insert($0).inserted }.sorted {
                ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
            })
    }

    private static func part(
        of source: RuleSource, before error: ScriptError, _ vocabulary: Vocabulary,
        _ outline: LuaOutline
    ) -> RuleSource? {
        guard error.kind == .runtime, error.chunkName == source.file, let line = error.line else {
            return nil
        }
        let start = outline.tokens.indices.last { position in
            outline.tokens[position].place.line <= line && outline.opening(around: position) == nil
                && vocabulary.declaration(outline.text(position)) != nil
        }
        guard let start else { return nil }
        // The declaration is whole where the failure is behind it.
        let closing = outline.closings[start + 1].map { outline.tokens[$0] }
        let end =
            closing.flatMap { $0.place.line < line ? $0.bytes.upperBound : nil }
            ?? outline.tokens[start].bytes.lowerBound
        guard end > 0 else { return nil }
        return RuleSource(file: source.file, bytes: Array(source.bytes[..<end]))
    }
}

extension RuleFileProblem {
    /// Why a source could not be read, with what to do where that can be told.
    init(
        _ error: ScriptError, in source: RuleSource, _ vocabulary: Vocabulary,
        _ library: ScriptLibrary = .empty
    ) {
        // What a module raised has its place in the module's file.
        let module = library.modules.first { $0.chunkName == error.chunkName }
        let file = module?.chunkName ?? source.file
        let bytes = module?.source ?? source.bytes
        if error.kind == .syntax {
            let advice = SyntaxAdvice(error, in: bytes, vocabulary: vocabulary)
            self.init(
                file: file, line: advice.line, column: advice.column, message: advice.message)
        } else if let advice = UnknownNameAdvice(error, in: LuaOutline(bytes)) {
            self.init(
                file: file, line: error.line, column: advice.column, message: advice.message,
                traceback: error.traceback)
        } else {
            self.init(file, error)
        }
    }

    /// An error of a script as its author is told of it.
    package init(_ file: String, _ error: ScriptError) {
        self.init(
            // What a module raised names the module's file.
            file: error.chunkName.isEmpty ? file : error.chunkName, line: error.line,
            message: error.message, traceback: error.traceback)
    }
}

/// Finds the places in a source that the values of its declarations were
/// written at, which Lua does not keep.
struct DeclarationPlaces {
    private let outline: LuaOutline
    /// Where the call of each declaration begins, or nil where that can't be told.
    private let calls: [Int?]
    private let lines: [Int]

    /// - Parameter declarations: all that the source declares, in order.
    init(_ declarations: [Declaration], in outline: LuaOutline) {
        self.outline = outline
        lines = declarations.map(\.line)
        let verbs = Set(declarations.map(\.verb))
        var callsByLine: [Call: [Int]] = [:]
        for position in outline.tokens.indices where outline.isName(position) {
            let verb = outline.text(position)
            guard verbs.contains(verb), Self.isCall(position, outline) else { continue }
            // Lua has given a call the line of its name or of its bracket.
            let line = outline.tokens[position].place.line
            let bracket = outline.tokens[position + 1].place.line
            for line in Set([line, bracket]) {
                callsByLine[Call(verb: verb, line: line), default: []].append(position)
            }
        }
        var declarationsByLine: [Call: Int] = [:]
        for declaration in declarations {
            declarationsByLine[Call(declaration), default: 0] += 1
        }
        var seen: [Call: Int] = [:]
        self.calls = declarations.map { declaration in
            let call = Call(declaration)
            let calls = callsByLine[call] ?? []
            let ordinal = seen[call, default: 0]
            seen[call] = ordinal + 1
            // One call that is made again and again, in a loop say.
            if calls.count == 1 { return calls[0] }
            return calls.count == declarationsByLine[call] ? calls[ordinal] : nil
        }
    }

    /// Where a part of a declared value was written. Where the value did not
    /// come from a literal there, the place of what the literal names instead,
    /// else the declaration's line.
    ///
    /// - Parameters:
    ///   - declaration: its position among the declarations.
    ///   - aim: whether the key or the value of a field is meant.
    func place(
        of path: ValuePath, aim: Mistake.Aim, declaration: Int
    ) -> (line: Int, column: Int?) {
        guard let call = calls[declaration],
            var token = outline.entry(.argument(path.value), ofValueAt: call)?.value
        else { return (lines[declaration], nil) }
        for (position, step) in path.steps.enumerated() {
            guard let (key, value) = outline.entry(step, ofValueAt: token) else { break }
            token = aim == .key && position == path.steps.count - 1 ? key : value
        }
        guard outline.tokens.indices.contains(token) else { return (lines[declaration], nil) }
        let place = outline.tokens[token].place
        return (place.line, place.column)
    }

    private struct Call: Hashable {
        let verb: String
        let line: Int

        init(verb: String, line: Int) {
            self.verb = verb
            self.line = line
        }

        init(_ declaration: Declaration) {
            self.init(verb: declaration.verb, line: declaration.line)
        }
    }

    private static func isCall(_ name: Int, _ outline: LuaOutline) -> Bool {
        !outline.isSymbol(name - 1, ".") && !outline.isSymbol(name - 1, ":")
            && !outline.isKeyword(name - 1, "function")
            && outline.entry(.argument(0), ofValueAt: name) != nil
    }
}

extension LuaOutline {
    /// Where key and value of a part begin, of a value that begins at a token.
    func entry(_ step: ValuePath.Step, ofValueAt token: Int) -> (key: Int, value: Int)? {
        switch step {
        case .field(let name):
            guard isSymbol(token, "{"), let entry = groups[token]?.fields[name] else { return nil }
            return (entry.key, entry.value)
        case .item(let number):
            guard isSymbol(token, "{"), let items = groups[token]?.items,
                items.indices.contains(number)
            else { return nil }
            return (items[number], items[number])
        case .argument(let number):
            guard isName(token) else { return nil }
            if number == 0, isText(token + 1) || isSymbol(token + 1, "{") {
                return (token + 1, token + 1)
            }
            guard isSymbol(token + 1, "("), let items = groups[token + 1]?.items,
                items.indices.contains(number)
            else { return nil }
            return (items[number], items[number])
        }
    }
}
