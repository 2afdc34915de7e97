import ArgumentParser
import Automation
import Configuration
import Engine
import Model
import Terminal
import Vault

struct AskCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a language model of your own.",
        discussion: """
            Asks the model that config/ask.toml names, which is off until you name one. It gets \
            the question and the copy that "ghostvault ghost" writes: no names, amounts or days. \
            Questions have a limit of length and number a day. The log ends after 180 days.

            Without a question, lists ready ones; a number asks one of them.

            Examples:
              ghostvault ask
              ghostvault ask 2
              ghostvault ask "What could I save?" --show
              ghostvault ask --log
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var format: JSONOption

    @Argument(help: "The question, or the number of a ready one.") var words: [String] = []

    @Flag(help: "Show what would be sent, and send nothing.") var show = false
    @Flag(help: "Show past questions with answers and requests.") var log = false
    @Flag(help: "Delete past questions and answers.") var forget = false

    func validate() throws {
        guard [show, log, forget].count(where: \.self) < 2 else {
            throw ValidationError("Give one of --show, --log and --forget.")
        }
        guard words.isEmpty || !(log || forget) else {
            throw ValidationError("--log and --forget take no question.")
        }
        guard !words.isEmpty || !show else { throw ValidationError("--show takes a question.") }
        guard !format.json || !words.isEmpty || log else {
            throw ValidationError("--json takes a question or --log.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let view = AskView(screen: screen, isJSON: format.json)
        if log { return try view.showLog(try engine.askedQuestions()) }
        if forget { return try view.sayForgotten(try engine.forgetQuestions()) }
        let settings = try engine.askSettings()
        guard !words.isEmpty else {
            return try view.list(settings, asked: try engine.questionsToday())
        }
        let question = try question(from: settings.questions)
        guard show || settings.endpoint != nil else { throw AskError.isOff }
        let figures: String? = try engine.vault.atOneMoment {
            let isReady = try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: !format.json)
            return isReady
                ? try GhostCommand.usualCopy(of: engine, through: vault.lastDay()) : nil
        }
        guard let figures else { return }
        if show {
            let model = settings.endpoint?.model ?? "MODEL"
            return try view.show(
                try ModelRequest(question, about: figures, to: model), to: settings.endpoint)
        }
        try view.showWaiting(for: settings.endpoint)
        let answered = Result {
            try engine.ask(
                question, about: figures, environment: ProgramContext.current.variables)
        }
        try view.endWaiting()
        try view.show(
            try answered.get(), asked: try engine.questionsToday(), of: settings.daily)
    }

    private func question(from ready: [String]) throws -> String {
        let text = words.joined(separator: " ")
        guard let number = Int(text) else { return text }
        guard ready.indices.contains(number - 1) else {
            throw NoSuchName(
                message: "There is no ready question \(number).",
                whatToDo: "\"ghostvault ask\" lists them.")
        }
        return ready[number - 1]
    }

    static var report: Report<AskedQuestion> {
        Report(
            "ask",
            .value("day", "The day on which it was asked.") { $0.day },
            .value("question", "The question.") { $0.question },
            .value("answer", "The model's answer, which may be wrong; null without one.") {
                $0.answer
            },
            .value("failure", "Why there is no answer, with the endpoint's own words.") {
                $0.failure
            },
            .value("model", "The model's name.") { $0.model },
            .value("host", "Where it runs.") { $0.host },
            .value("sent", "The whole body of the request.") { $0.sent })
    }
}

/// Questions and answers at the terminal. What a model says is untrusted text.
private struct AskView {
    let screen: Screen
    let isJSON: Bool

    func list(_ settings: AskSettings, asked: Int) throws {
        for (position, question) in settings.questions.enumerated() {
            try screen.print(SafeText.neutralised("\(position + 1)  \(question)"))
        }
        if !settings.questions.isEmpty { try screen.print() }
        guard let endpoint = settings.endpoint else {
            return try screen.print(
                "Asking is off: config/ask.toml names no endpoint. \"ghostvault docs asking\" has "
                    + "the settings.")
        }
        try screen.print(
            SafeText.neutralised(
                "\"ghostvault ask 1\" asks \(Self.name(of: endpoint)): "
                    + "\(asked) of \(settings.daily) today."))
    }

    func show(_ request: ModelRequest, to endpoint: ModelEndpoint?) throws {
        if isJSON { return try screen.print(verbatim: SafeText.neutralised(request.json)) }
        for message in request.messages {
            try screen.print("\(message.role):", .heading)
            try printLines(of: message.content)
            try screen.print()
        }
        try screen.note(
            SafeText.neutralised(
                endpoint.map { "\(Self.name(of: $0)) would get this. Nothing was sent." }
                    ?? "Asking is off, so nothing of this is sent."))
    }

    func show(_ asked: AskedQuestion, asked count: Int, of daily: Int) throws {
        if isJSON { return try AskCommand.report.printJSON(asked, on: screen) }
        try printLines(of: asked.answer ?? "")
        try screen.note("")
        try screen.note(
            SafeText.neutralised(
                "From \(asked.model) at \(asked.host), a language model that may be wrong. It got "
                    + "the question and a copy without names (ghostvault ask --log --json). "
                    + "\(count) of \(daily) today."))
    }

    func showLog(_ entries: [AskedQuestion]) throws {
        let entries = entries.filter { !$0.isForgotten }
        if isJSON {
            return try AskCommand.report.print(
                entries, as: OutputFormat(syntax: .json, fields: nil), on: screen)
        }
        guard !entries.isEmpty else { return try screen.print("No questions yet.") }
        for (position, entry) in entries.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(SafeText.neutralised("\(entry.day)  \(entry.question)"), .heading)
            try printLines(of: entry.answer ?? "No answer: \(entry.failure ?? "interrupted")")
            try screen.print(SafeText.neutralised("From \(entry.model) at \(entry.host)"), .muted)
        }
    }

    func sayForgotten(_ count: Int) throws {
        try screen.print(
            count == 0
                ? "There is nothing to delete."
                : "\(Count.text(count, "question")) deleted, with answers. Today's still count.")
    }

    func showWaiting(for endpoint: ModelEndpoint?) throws {
        guard ProgramContext.current.errorsAreTerminal, let endpoint else { return }
        try screen.overwrite(SafeText.neutralised("Asking \(Self.name(of: endpoint)) …"))
    }

    func endWaiting() throws {
        if ProgramContext.current.errorsAreTerminal { try screen.overwrite("") }
    }

    private static func name(of endpoint: ModelEndpoint) -> String {
        "\(endpoint.model) at \(endpoint.host)"
    }

    private func printLines(of text: String) throws {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            try screen.print(SafeText.neutralised(String(line)))
        }
    }
}

extension Failure {
    init(_ error: AskError) {
        switch error {
        case .isOff:
            self.init(
                .failed, "Asking is off: config/ask.toml names no endpoint.",
                "\"ghostvault docs asking\" has the settings. Nothing was sent.")
        case .tooLong(let count, let most):
            self.init(
                .failed, "The question has \(count) characters; at most \(most) are allowed.",
                "Ask it in fewer words, or raise characters in config/ask.toml. Nothing was sent.")
        case .dailyLimitReached(let daily):
            self.init(
                .limitReached, "\(daily) of \(daily) questions were asked today.",
                "Ask tomorrow, or raise daily in config/ask.toml. Nothing was sent.")
        case .underWay:
            self.init(
                .failed, "Another question is being answered.", "Wait for it. Nothing was sent.")
        case .keyUnusable(let path, let isReadableByOthers):
            self.init(
                .refused,
                isReadableByOthers
                    ? "The file \(path) can be read by others."
                    : "The file \(path) has no usable key.",
                isReadableByOthers
                    ? "Run \"chmod 600\" on it. Nothing was sent."
                    : "Write the endpoint's key into its first line. Nothing was sent.")
        case .noAnswer(let failure, let host):
            self.init(
                .failed, SafeText.neutralised("No answer: \(failure.reason)."),
                details: (failure.said.map { [SafeText.neutralised("It says: \($0)")] }) ?? [],
                failure.wasSent
                    ? "Check the endpoint and the model in config/ask.toml. The question counts."
                    : SafeText.neutralised("Start the model on \(host). Nothing was sent."))
        }
    }
}
