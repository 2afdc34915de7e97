import Classification
import Engine
import Insights
import Model
import Terminal
import Vault

/// Goes through what was detected, payee by payee, at the terminal.
struct ReviewTalk {
    let screen: Screen
    let engine: Engine

    private static let help =
        "Enter if it is right · a category · income, expense, transfer, ignore · unlink · stop or q"

    private static let endings: Set<String> = ["stop", "q", "quit", "exit"]

    func go(through review: Review) throws {
        let categories = try engine.categories()
        let view = ReviewView(
            screen: screen, categories: categories, words: try ReasonWords(engine))
        try view.warn(of: review)
        guard !review.groups.isEmpty else {
            return try screen.print("Nothing was posted in these days.")
        }
        try screen.print(Self.help, .muted)
        var heading: String?
        for (position, group) in review.groups.enumerated() {
            let words = ReviewView.heading(group.transactionClass)
            if heading != words {
                try screen.print()
                try screen.print(words, .heading)
                heading = words
            }
            let times = group.transactions.count > 1 ? ", \(group.transactions.count) times" : ""
            try screen.print(
                SafeText.neutralised(
                    "\(position + 1)/\(review.groups.count)  \(group.payee)\(times): "
                        + ([group.total.text] + [view.category(of: group)].filter { !$0.isEmpty })
                        .joined(separator: ", ")
                        + (view.why(group).map { " (\($0))" } ?? "")))
            guard try ask(about: group, categories) else {
                return try screen.print(
                    "Stopped at \(position + 1) of \(review.groups.count); \"ghostvault history\" "
                        + "lists what you decided.")
            }
        }
        try screen.print("That was all; \"ghostvault history\" lists what you decided.")
    }

    /// - Returns: whether to go on with the next one.
    private func ask(about group: Review.Group, _ categories: CategoryTree) throws -> Bool {
        let conversation = Conversation(screen: screen)
        while true {
            guard let answer = try conversation.ask("  right?")?.lowercased(),
                !Self.endings.contains(answer)
            else { return false }
            switch answer {
            case "", "y", "yes", "right":
                return true
            case "unlink":
                try unlink(group)
                return true
            default:
                if let transactionClass = TransactionClass(rawValue: answer) {
                    try correct(group, Correction(class: transactionClass))
                    return true
                }
                if let category = category(called: answer, categories) {
                    try correct(group, Correction(category: category))
                    return true
                }
                let ids = categories.categories.map(\.id)
                try screen.note(
                    SafeText.neutralised(
                        "  There is no category \"\(answer)\""
                            + "\(Suggestion.phrase(for: answer, among: ids)); there are "
                            + "\(ids.joined(separator: ", ")).\n  \(Self.help)"))
            }
        }
    }

    /// A category by its id or its name.
    private func category(called answer: String, _ categories: CategoryTree) -> String? {
        if categories[answer] != nil { return answer }
        return categories.categories.first { $0.name.lowercased() == answer }?.id
    }

    private func correct(_ group: Review.Group, _ correction: Correction) throws {
        let asRule = try Conversation(screen: screen).agrees(
            "  For all from this payee, from now on?")
        let report = try engine.correct(
            group.transactions.map(\.id), CorrectionChange(correction), asRule: asRule)
        try ClassifyView(screen: screen, engine: engine).showEffect(report.classified)
    }

    private func unlink(_ group: Review.Group) throws {
        let paired = group.transactions.filter { $0.partner != nil }
        guard !paired.isEmpty else { return try screen.note("  None of these is in a pair.") }
        for record in paired { _ = try engine.unlinkTransfer(record.id, nil) }
        try screen.print("  Taken apart: \(Count.text(paired.count, "pair")).")
    }
}
