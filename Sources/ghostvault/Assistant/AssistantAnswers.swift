import Engine
import Foundation

/// A command that answers a part of a question, with the fields of its JSON that the answer has.
struct ToolCommand: Sendable {
    /// The command, such as "rules propose".
    let path: [String]
    var options: [String] = []
    /// Words that are no options.
    var operands: [String] = []
    var input = ""
    /// How the entries of a list are called in the answer; nil for the fields of one object.
    var list: String?
    /// The most entries of the list.
    var most = 0
    /// Nil for the whole output, which is proven to have nothing private.
    var fields: [AnswerField]?

    /// One object's fields.
    init(_ path: String, _ options: [String] = [], fields: [AnswerField]?) {
        self.path = path.split(separator: " ").map(String.init)
        self.options = options
        self.fields = fields
    }

    /// The first entries of a list.
    init(
        list: String, most: Int, _ path: String, _ options: [String] = [],
        operands: [String] = [], _ fields: [AnswerField]
    ) {
        self.init(
            path, options + ["--fields=" + fields.map(\.name).joined(separator: ",")],
            fields: fields)
        (self.list, self.most, self.operands) = (list, most, operands)
    }

    /// The words of the command line.
    ///
    /// - Parameter common: options of every command.
    func words(_ common: [String]) -> [String] {
        path + common + ["--json"] + options + (operands.isEmpty ? [] : ["--"] + operands)
    }

    fileprivate func answer(from json: JSONValue) -> [String: JSONValue] {
        guard let fields else { return json.fields ?? [:] }
        guard let list else { return fields.chosen(from: json.fields ?? [:]) }
        return [AnswerField.list(list, most: most, fields)].chosen(from: [list: json])
    }
}

/// The answer to a call of a tool.
struct ToolAnswer {
    let content: [String: JSONValue]
    var isError = false

    /// An error in words for the assistant.
    static func refusal(_ message: String) -> ToolAnswer {
        ToolAnswer(content: ["error": .text(message)], isError: true)
    }

    /// The result of "tools/call": the answer as an object, and as text for older clients.
    func result() throws -> [String: JSONValue] {
        let text = String(try content.jsonLine().dropLast())
        return [
            "content": [["type": "text", "text": .text(text)]],
            "structuredContent": .object(content), "isError": .boolean(isError),
        ]
    }
}

/// Answers calls of tools by commands, each in a process of its own.
struct AssistantAnswers: Sendable {
    let process: CommandProcess
    /// Options of every command.
    let options: [String]
    /// Whether nothing may leave that the ghost-safe copy doesn't have.
    let isGhost: Bool
    /// The time for one call.
    var limit = Duration.seconds(30)
    /// The most bytes of one answer.
    var mostBytes = 100_000

    private static let mostNotes = 20
    /// Done, partly done, and a rule file with a mistake: each with output.
    private static let answering: [Int32] = [0, 3, 10]

    /// - Returns: nil if the call was cancelled.
    func answer(
        _ tool: AssistantTool, _ given: [String: JSONValue], _ isCancelled: () -> Bool
    ) -> ToolAnswer? {
        let commands: [ToolCommand]
        do throws(ToolArguments.Mistake) {
            commands = tool.commands(try ToolArguments(given, for: tool.parameters))
        } catch {
            return .refusal(error.message)
        }
        let deadline = ContinuousClock.now + limit
        var content: [String: JSONValue] = [:]
        var notes: [String] = []
        do throws(CommandProcess.Failure) {
            for command in commands {
                let outcome = try process.run(
                    command.words(options), input: command.input, until: deadline,
                    unless: isCancelled)
                notes += Self.lines(of: outcome)
                guard Self.answering.contains(outcome.exitCode), let json = Self.json(of: outcome)
                else { return failed(notes) }
                content.merge(command.answer(from: json)) { $1 }
            }
        } catch {
            return Self.answer(after: error, limit)
        }
        if !notes.isEmpty, !isGhost { content[Self.notes] = Self.listed(notes) }
        let answer = ToolAnswer(content: content)
        do {
            guard try content.jsonLine().utf8.count <= mostBytes else {
                return .refusal("The answer is too long. Ask for less, such as a shorter period.")
            }
        } catch {
            return .refusal("The answer can't be written.")
        }
        return answer
    }

    /// What commands print beside their results quotes names of accounts, banks and files.
    private static let notes = AnswerField.mark + "notes"

    private static func listed(_ notes: [String]) -> JSONValue {
        .list(notes.prefix(mostNotes).map { .text($0.shortened) })
    }

    private func failed(_ notes: [String]) -> ToolAnswer {
        // A command's own words may name what the copy doesn't.
        guard !isGhost else {
            return .refusal("There is no copy. The person can see why: ghostvault ghost")
        }
        return ToolAnswer(
            content: ["error": "The command failed.", Self.notes: Self.listed(notes)],
            isError: true)
    }

    /// - Returns: nil for a cancelled call.
    private static func answer(
        after failure: CommandProcess.Failure, _ limit: Duration
    ) -> ToolAnswer? {
        switch failure {
        case .unwanted: nil
        case .tookTooLong:
            .refusal(
                "It took longer than \(limit.components.seconds) seconds. Ask for a shorter period."
            )
        case .tooMuch: .refusal("The answer is too long. Ask for less, such as a shorter period.")
        case .notStarted, .crashed: .refusal("The command did not run.")
        }
    }

    private static func lines(of outcome: CommandProcess.Outcome) -> [String] {
        outcome.errors.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func json(of outcome: CommandProcess.Outcome) -> JSONValue? {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output))
        } catch {
            // It printed no whole answer; its errors say why.
            return nil
        }
    }
}
