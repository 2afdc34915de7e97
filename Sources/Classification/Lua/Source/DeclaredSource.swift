package import Scripting

/// A Lua source that was run from its top: its declarations, and its problems with
/// their locations.
package struct DeclaredSource {
    package let file: String
    private let bytes: [UInt8]
    /// Nil if the source could not be loaded.
    package let sandbox: Sandbox?
    /// In call order; empty if the source could not be loaded.
    package let declarations: [Declaration]
    /// The part before the failing declaration, to find all mistakes at once; nil if
    /// there is none. It is shorter than the source, and does not fail where the
    /// source succeeded.
    package let partBeforeFailure: RuleSource?
    /// The most such parts to load for one file: nobody fixes more mistakes at once.
    package static let mostParts = 20
    package private(set) var problems: [RuleFileProblem]
    /// Whether it is valid Lua that failed at run time.
    let failedWhileRunning: Bool

    let outline: LuaOutline
    private let places: DeclarationPlaces

    /// Runs a source in a sandbox of its own.
    package init(
        _ source: RuleSource, layout: RecordLayout, vocabulary: Vocabulary,
        library: ScriptLibrary, limits: ScriptLimits, on host: ScriptHost
    ) {
        file = source.file
        bytes = source.bytes
        outline = LuaOutline(source.bytes)
        var limits = limits
        limits.freezes = true
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
            problems = [
                Self.namedOutside(in: source, before: error, vocabulary, outline)
                    ?? RuleFileProblem(error, in: source, vocabulary, library)
            ]
            partBeforeFailure = Self.part(of: source, before: error, vocabulary, outline)
        }
        places = DeclarationPlaces(declarations, in: outline)
    }

    /// Whether no problem was found so far.
    package var isWhole: Bool { problems.isEmpty }

    /// Records the mistakes in one declaration.
    ///
    /// - Parameter declaration: its index.
    package mutating func note(_ mistakes: Mistakes, declaration: Int) {
        problems += mistakes.elsewhere
        for mistake in mistakes.all {
            let place = place(of: mistake.path, aim: mistake.aim, declaration: declaration)
            problems.append(
                RuleFileProblem(
                    file: file, line: place.line, column: place.column, message: mistake.message))
        }
    }

    /// Records problems found elsewhere.
    package mutating func note(_ others: [RuleFileProblem]) { problems += others }

    /// The token at which the last argument of a declaration begins, if the source shows it.
    func lastArgument(ofDeclaration declaration: Int) -> Int? {
        places.lastArgument(of: declaration)
    }

    /// The location of a part of a declared value. Lines and columns count from 1.
    package func place(
        of path: ValuePath, aim: Mistake.Aim = .value, declaration: Int
    ) -> (line: Int, column: Int?) {
        places.place(of: path, aim: aim, declaration: declaration)
    }

    /// The calls of a word with a string literal as first argument, such as
    /// `word("text", …)`, with the literals' locations.
    package func callsWithText(_ word: String) -> [(text: String, line: Int, column: Int)] {
        outline.callsWithText(word).map { text, place in (text, place.line, place.column) }
    }

    /// The source as a rejected file. Repeated problems, for example from a loop, are
    /// reported once.
    package var leftOut: RejectedFile {
        var seen: Set<RuleFileProblem> = []
        return RejectedFile(
            file: file,
            problems: problems.filter { seen.insert($0).inserted }.sorted {
                ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
            }, source: bytes)
    }

    /// What is wrong with `rule "Name" { … }`, which Lua takes for a call of what `rule` returns.
    private static func namedOutside(
        in source: RuleSource, before error: ScriptError, _ vocabulary: Vocabulary,
        _ outline: LuaOutline
    ) -> RuleFileProblem? {
        guard error.kind == .runtime, error.chunkName == source.file else { return nil }
        let verb = outline.tokens.indices.first { position in
            outline.tokens[position].place.line == error.line
                && vocabulary.declaration(outline.text(position)) != nil
                && outline.isText(position + 1) && outline.isSymbol(position + 2, "{")
        }
        guard let verb else { return nil }
        let place = outline.tokens[verb + 1].place
        return RuleFileProblem(
            file: source.file, line: place.line, column: place.column,
            message: "the name stands inside: "
                + "\(outline.text(verb)) { name = \(outline.text(verb + 1)), … }")
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
        // The declaration is complete if the failure comes after it.
        let closing = outline.closings[start + 1].map { outline.tokens[$0] }
        let end =
            closing.flatMap { $0.place.line < line ? $0.bytes.upperBound : nil }
            ?? outline.tokens[start].bytes.lowerBound
        guard end > 0 else { return nil }
        return RuleSource(file: source.file, bytes: Array(source.bytes[..<end]))
    }
}

extension RuleFileProblem {
    /// Converts an error, with its column and advice if possible.
    package init(
        _ error: ScriptError, in source: RuleSource, _ vocabulary: Vocabulary,
        _ library: ScriptLibrary = .empty
    ) {
        // An error in a module is located in the module's file.
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

    /// Converts a script error to a problem for its author.
    package init(_ file: String, _ error: ScriptError) {
        self.init(
            // An error in a module has the name of the module's file.
            file: error.chunkName.isEmpty ? file : error.chunkName, line: error.line,
            message: error.message
                + (error.kind == .keptState ? Self.insteadOfState(in: file) : ""),
            traceback: error.traceback)
    }

    private static func insteadOfState(in file: String) -> String {
        file.hasPrefix("Plugins/")
            ? "; make it inside the function, or use classify_all, which sees them all"
            : "; make it inside the function, compare with earlier payments by \"earlier\", or "
                + "write a plugin, whose classify_all sees them all"
    }
}

/// Locates the values of declarations in the source, because Lua doesn't keep their
/// positions.
struct DeclarationPlaces {
    private let outline: LuaOutline
    /// The token at which each declaration's call begins, if known.
    private let calls: [Int?]
    private let lines: [Int]

    /// - Parameter declarations: all of the source's declarations, in order.
    init(_ declarations: [Declaration], in outline: LuaOutline) {
        self.outline = outline
        lines = declarations.map(\.line)
        let verbs = Set(declarations.map(\.verb))
        var callsByLine: [Call: [Int]] = [:]
        for position in outline.tokens.indices where outline.isName(position) {
            let verb = outline.text(position)
            guard verbs.contains(verb), Self.isCall(position, outline) else { continue }
            // Lua reports the line of a call's name or of its bracket.
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
            // A single call that runs repeatedly, for example in a loop.
            if calls.count == 1 { return calls[0] }
            return calls.count == declarationsByLine[call] ? calls[ordinal] : nil
        }
    }

    /// The location of a part of a declared value. If the value is not a literal
    /// there, it is the location of the expression, else the declaration's line.
    ///
    /// - Parameters:
    ///   - declaration: its index.
    ///   - aim: whether to locate the key or the value of a field.
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

    func lastArgument(of declaration: Int) -> Int? {
        calls[declaration].flatMap { outline.groups[$0 + 1]?.items.last }
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
    /// The tokens at which a part's key and value begin, within the value at a token.
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

    /// The calls of a word with a string literal as first argument, with the literals' locations.
    func callsWithText(_ word: String) -> [(text: String, place: SourcePlace)] {
        tokens.indices.compactMap { token in
            guard isName(token), text(token) == word, !isSymbol(token - 1, "."),
                !isSymbol(token - 1, ":"),
                let argument = entry(.argument(0), ofValueAt: token)?.value, isText(argument)
            else { return nil }
            let written = text(argument)
            // A call without brackets has only this argument.
            let isWhole =
                argument == token + 1 || [",", ")"].contains { isSymbol(argument + 1, $0) }
            // Long brackets and escapes are not parsed here.
            guard isWhole, !written.hasPrefix("["), !written.contains("\\") else { return nil }
            return (String(written.dropFirst().dropLast()), tokens[argument].place)
        }
    }
}
