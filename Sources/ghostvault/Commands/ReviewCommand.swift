import ArgumentParser
import Engine
import Insights
import Model

struct ReviewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Look through the past month, and correct what was detected wrongly.",
        discussion: """
            At a terminal each payee is asked about in turn: income first, then transfers and \
            payments, then spending. Elsewhere, and with --list, they are listed. What you confirm \
            is not stored: only corrections are, and "ghostvault undo" takes them back.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many days to look back.")
    var days = 31

    @Flag(help: "Only list, ask nothing.")
    var list = false

    func validate() throws {
        guard (1...3660).contains(days) else {
            throw ValidationError("--days must be from 1 to 3660.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let end = try vault.moment().today.adding(days: 1)
        let window = end.adding(days: -days)..<end
        let review = try Review(engine.vault, days: window)
        let view = ReviewView(
            screen: screen, categories: try engine.categories(), words: try ReasonWords(engine))
        if output.json {
            try view.showJSON(review)
        } else if list || !Conversation.isPossible {
            try view.show(review, days: window)
            try QuestionsView(screen: screen, engine: engine).show(afterLine: true)
        } else {
            try QuestionsView(screen: screen, engine: engine).show()
            try ReviewTalk(screen: screen, engine: engine).go(through: review)
        }
        try RuleProblemsView(screen: screen).end(engine)
    }
}
