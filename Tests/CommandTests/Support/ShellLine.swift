/// A line of a transcript, taken apart into commands of the program, which run in the process of
/// the tests, and what only a shell can run.
struct ShellLine {
    /// A command with its redirections, or several that pipes join.
    enum Step {
        /// - Parameters:
        ///   - before: what a shell pipes into the call; nil for nothing.
        ///   - after: what the call's output is piped to; nil for nothing.
        case program(ProgramCall, before: String?, after: String?)
        case shell(String)
    }

    /// Whether a step is left out if the one before failed.
    typealias Part = (step: Step, needsSuccess: Bool)

    let parts: [Part]

    /// Nil if the line needs a shell and programs of its own as a whole.
    ///
    /// - Parameter variables: those of the line's environment.
    init?(_ line: String, variables: [String: String]) {
        guard let tokens = ShellTokens(line, variables: variables)?.tokens else { return nil }
        var parts: [Part] = []
        var needsSuccess = false
        var command: [ShellTokens.Token] = []
        func endCommand() -> Bool {
            guard !command.isEmpty else { return true }
            guard let step = Self.step(command, of: line) else { return false }
            parts.append((step, needsSuccess))
            command = []
            return true
        }
        for token in tokens {
            guard case .sign(let sign) = token.kind, ["&&", ";", "\n"].contains(sign) else {
                command.append(token)
                continue
            }
            guard endCommand() else { return nil }
            needsSuccess = sign == "&&"
        }
        guard endCommand() else { return nil }
        self.parts = parts
    }

    /// Words with which a command changes the shell that later commands run in, or runs several.
    private static let shellWords: Set<String> = [
        "for", "while", "until", "if", "case", "cd", "export", "set", "trap", "exec", "eval",
        "umask", "ulimit", "unset", "alias", ".", "source", "exit", "then", "do", "function",
        "else",
        "fi", "done", "esac", "{", "}", "!",
    ]

    private static func step(_ command: [ShellTokens.Token], of line: String) -> Step? {
        var stages: [[ShellTokens.Token]] = [[]]
        for token in command {
            if case .sign("|") = token.kind {
                stages.append([])
            } else {
                stages[stages.count - 1].append(token)
            }
        }
        func source(_ stages: ArraySlice<[ShellTokens.Token]>) -> String? {
            guard let first = stages.first?.first, let last = stages.last?.last else { return nil }
            return String(line[first.range.lowerBound..<last.range.upperBound])
        }
        let names = stages.map(Self.name)
        guard names.allSatisfy({ $0 != nil && !shellWords.contains($0 ?? "") }) else { return nil }
        let calls = names.indices.filter { names[$0] == "ghostvault" }
        guard let place = calls.first else { return source(stages[...]).map(Step.shell) }
        guard calls.count == 1, let call = ProgramCall(stages[place]) else { return nil }
        return .program(
            call, before: source(stages[..<place]), after: source(stages[(place + 1)...]))
    }

    /// The name of a command; nil if there is none, but only assignments.
    private static func name(of stage: [ShellTokens.Token]) -> String? {
        for token in stage {
            guard case .word(let word) = token.kind else { continue }
            if ProgramCall.assignment(word) == nil { return word.text }
        }
        return nil
    }
}

/// A call of the program with its variables and redirections.
struct ProgramCall {
    /// Where a stream leads.
    enum Target: Hashable {
        /// To the line's own stream of that number, or to the pipe.
        case stream(Int)
        case file(String, appends: Bool)
    }

    private(set) var words: [String] = []
    private(set) var variables: [String: String] = [:]
    private(set) var input: String?
    /// Of standard output and standard error.
    private(set) var targets: [Int: Target] = [1: .stream(1), 2: .stream(2)]

    /// Commands that go on until they are stopped, talk to a terminal or replace what the
    /// process has only once.
    private static let needsProcess: Set<String> = [
        "watch", "ui", "tui", "browse", "lua", "repl", "prompt", "demo", "demo-bank", "service",
        "mcp",
    ]

    /// Variables that the process reads itself, or that name other programs.
    private static let ofProcess: Set<String> = ["PATH", "TZ", "EDITOR", "VISUAL", "TMPDIR"]

    /// Nil if it needs a process of its own.
    init?(_ tokens: [ShellTokens.Token]) {
        var rest = tokens[...]
        while let token = rest.popFirst() {
            switch token.kind {
            case .word(let word):
                guard word.isWhole else { return nil }
                if words.isEmpty, let (name, value) = Self.assignment(word) {
                    guard !Self.ofProcess.contains(name) else { return nil }
                    variables[name] = value
                } else {
                    words.append(word.text)
                }
            case .sign("2>&1"): targets[2] = targets[1]
            case .sign("1>&2"), .sign(">&2"): targets[1] = targets[2]
            case .sign(let sign):
                guard case .word(let file)? = rest.popFirst()?.kind, file.isWhole else {
                    return nil
                }
                switch sign {
                case "<": input = file.text
                case ">", ">>", "1>", "1>>":
                    targets[1] = .file(file.text, appends: sign.hasSuffix(">>"))
                case "2>", "2>>": targets[2] = .file(file.text, appends: sign == "2>>")
                default: return nil
                }
            }
        }
        words.removeFirst()
        guard Self.needsProcess.isDisjoint(with: words) else { return nil }
    }

    /// A word like NAME=value in front of a command.
    static func assignment(_ word: ShellTokens.Word) -> (name: String, value: String)? {
        guard let match = word.text.wholeMatch(of: /([A-Za-z_][A-Za-z0-9_]*)=((?s).*)/),
            !word.startsQuoted
        else { return nil }
        return (String(match.1), String(match.2))
    }
}
