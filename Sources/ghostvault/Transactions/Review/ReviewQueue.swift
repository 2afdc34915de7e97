import ArgumentParser
import Classification
import Engine
import Foundation
import Insights
import Model
import Terminal
import Vault

/// The review at the terminal: one payee after another, answered by single keys.
///
/// Each answer is stored at once, so that a review can be left and taken up again.
struct ReviewQueue {
    private let screen: Screen
    private let engine: Engine
    private let keys: KeyReader
    private let groups: [Review.Group]
    private let categories: CategoryTree
    private let view: ReviewView
    private let accounts: [Int64: String]
    /// The categories behind the keys 1 to 9, the most used first.
    private let numbered: [String]

    private var position = 0
    /// Whether the person has answered a question before the first payee.
    private var hasAnsweredDoubts = false
    private var reach = Reach.learning

    /// The subject of the next answer.
    private enum Reach {
        /// These transactions; others learn from it.
        case learning
        case theseAlone
        /// All of the payee, by a rule.
        case payee
    }
    /// The undoable steps, newest last.
    private var steps: [Step] = []

    /// Asks what is in doubt, then goes through the payees of some days.
    ///
    /// - Parameter includingSure: whether what rules and lists decided is asked about too.
    static func go(
        through days: Range<CalendarDay>, of text: String? = nil, includingSure: Bool,
        _ screen: Screen, _ engine: Engine
    ) throws {
        let doubts = try ReviewDoubts.Doubt.all(in: engine)
        let keys = KeyReader()
        var hasAnsweredDoubts = false
        if !doubts.isEmpty, let keys {
            var questions = try ReviewDoubts(doubts, screen, engine, keys)
            guard try questions.run() else { return }
            hasAnsweredDoubts = questions.hasAnswers
        }
        // What was answered may settle payees, too.
        let review = try engine.review(days).of(text)
        let view = ReviewView(
            screen: screen, categories: try engine.categories(), words: try ReasonWords(engine))
        try view.warn(of: review)
        guard !review.groups.isEmpty else {
            return try screen.print(
                text == nil ? "No transactions in these days." : "No payees found in these days.")
        }
        let groups = review.open.filter { includingSure || $0.isUnclear }
        let sure = review.open.count - groups.count
        if let words = ReviewView.words(settled: review.groups.count - review.open.count) {
            try screen.print(words, .muted)
        }
        if sure > 0 {
            try screen.print(
                "\(Count.text(sure, "payee")) decided by rules and lists: ghostvault review --all",
                .muted)
        }
        guard !groups.isEmpty else { return try screen.print("Nothing needs your attention.") }
        guard let keys else { return }
        var queue = try ReviewQueue(
            screen: screen, engine: engine, keys: keys, groups: groups, of: review)
        queue.hasAnsweredDoubts = hasAnsweredDoubts
        try queue.run()
    }

    private init(
        screen: Screen, engine: Engine, keys: KeyReader, groups: [Review.Group], of review: Review
    ) throws {
        self.screen = screen
        self.engine = engine
        self.keys = keys
        self.groups = groups
        categories = try engine.categories()
        view = ReviewView(screen: screen, categories: categories, words: try ReasonWords(engine))
        accounts = try engine.vault.accounts().listedNames
        let used = Dictionary(grouping: review.groups.compactMap(\.category), by: \.self)
            .mapValues(\.count)
        numbered = Array(
            categories.categories.map(\.id)
                .sorted { (used[$1] ?? 0, $0) < (used[$0] ?? 0, $1) }.prefix(9))
    }

    /// Goes through all groups, or until the person stops.
    mutating func run() throws {
        while position < groups.count {
            try show(groups[position])
            guard try answer(groups[position]) else { break }
        }
        try finish()
    }

    /// Something that the person decided.
    private struct Step {
        let group: Int
        /// Its entry in the journal.
        let entry: JournalEntry?
        /// Whether it answered the group; a note alone does not.
        var isAnswer = true
        var isChange = true
        var isRule = false
    }
}

extension ReviewQueue {
    private func show(_ group: Review.Group) throws {
        let count = groups.count
        let done = Bar.text(
            share: Double(position) / Double(count), columns: 20,
            usesUnicode: screen.capabilities.usesUnicode)
        try screen.print()
        try screen.print("\(position + 1) of \(count)  \(done)", .muted)
        let times = group.transactions.count
        try screen.print(
            SafeText.neutralised(
                "\(group.payee)   \(times > 1 ? "\(times)×   " : "")\(group.total.text)"), .heading)
        var rows = Table(columns: [
            .init("", alignment: .leading), .init("", isFlexible: true),
            .init("", alignment: .trailing), .init("", isName: true, rank: 1),
        ])
        for record in group.transactions.suffix(Self.mostShown).reversed() {
            rows.add(
                .init("  \(record.day)", .muted), .init(record.description),
                .amount(record.amount, withCurrency: false),
                .init(accounts[record.account] ?? "", .muted))
        }
        try screen.print(rows)
        let hidden = times - Self.mostShown
        if hidden > 0 { try screen.print("  and \(hidden) earlier", .muted) }
        let why = view.why(group).map { ", \($0)" } ?? ""
        try screen.print(SafeText.neutralised("Now: \(view.conclusion(of: group))\(why)"))
        try showKeys()
    }

    private func showKeys() throws {
        let names = numbered.enumerated().map { number, id in
            "\(number + 1) \(categories[id]?.name ?? id)"
        }
        let width = screen.capabilities.width
        try screen.print(
            Prose.listed((names + ["or type a name"]).map(SafeText.neutralised), to: width))
        try screen.print(Prose.listed(Self.keys, to: width), .muted)
        switch reach {
        case .learning: break
        case .theseAlone:
            try screen.print("The answer applies to these only.", .accent)
        case .payee:
            try screen.print("The answer becomes a rule for this payee.", .accent)
        }
    }

    /// - Returns: whether to go on.
    private mutating func answer(_ group: Review.Group) throws -> Bool {
        try screen.flush()
        switch keys.nextOrWord() {
        case .word(let letters): try chooseCategory(group, typed: letters)
        case .key(let key): return try answer(group, by: key)
        }
        return true
    }

    /// - Returns: whether to go on.
    private mutating func answer(
        _ group: Review.Group, by key: KeyReader.Key
    ) throws -> Bool {
        switch key {
        case .interrupt, .character("q"): return false
        case .enter, .character("y"):
            try engine.storeConfirmation(of: group.transactions)
            steps.append(Step(group: position, entry: try engine.newestDecision(), isChange: false))
            try go(to: position + 1, saying: "kept")
        case .right, .down, .character("s"): try go(to: position + 1, saying: "skipped")
        case .left, .up, .character("b"): try go(to: max(0, position - 1))
        case .character("a"):
            reach = reach == .payee ? .learning : .payee
            try showKeys()
            return try answer(group)
        case .character("o"):
            reach = reach == .theseAlone ? .learning : .theseAlone
            try showKeys()
            return try answer(group)
        case .character("?"):
            try showKeys()
            return try answer(group)
        case .character("t"): try correct(group, Correction(class: .transfer), "transfer")
        case .character("i"): try correct(group, Correction(class: .ignore), "ignored")
        case .character("/"): try chooseCategory(group)
        case .character("n"):
            guard let note = try line("Note:") else { break }
            try annotate(group, Correction(note: note))
        case .character("#"):
            guard let tag = try line("Tag:") else { break }
            try annotate(group, Correction(tags: [tag]))
        case .character("e"):
            if let newest = group.transactions.last {
                try Explanations(screen: screen, engine: engine).show(newest.id, rule: nil)
            }
        case .character("u"): try undo()
        case .character(let key):
            guard let number = key.wholeNumberValue, numbered.indices.contains(number - 1) else {
                try screen.note("No key \"\(SafeText.neutralised(String(key)))\" here.")
                return try answer(group)
            }
            try correct(group, toCategory: numbered[number - 1])
        default: return try answer(group)
        }
        return true
    }

    private mutating func go(to next: Int, saying words: String = "") throws {
        if !words.isEmpty { try screen.print("→ \(SafeText.neutralised(words))", .positive) }
        position = next
        reach = .learning
    }

    /// A line that the person types; nil for an empty one, and where the person leaves it.
    ///
    /// - Parameter letters: what is typed of it.
    private func line(_ question: String, from letters: String = "") throws -> String? {
        try screen.flush()
        try screen.write(question: question)
        return try typed(from: letters)
    }

    private func typed(from letters: String = "") throws -> String? {
        try screen.errors.flush()
        let answer = try keys.line(from: letters) { text in
            try screen.errors.write(text)
            try screen.errors.flush()
        }
        return answer.map { $0.trimmingCharacters(in: .whitespaces) }
            .flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func chooseCategory(
        _ group: Review.Group, typed letters: String = ""
    ) throws {
        guard let text = try line("Category:", from: letters) else { return }
        do {
            try correct(group, toCategory: try categories.meant(by: text))
        } catch is UnknownCategory {
            let names = categories.categories.map(\.id)
            try screen.note(
                SafeText.neutralised(
                    "There is no category \"\(text)\""
                        + "\(Suggestion.phrase(for: text, among: names)); there are "
                        + "\(names.joined(separator: ", "))."))
        } catch let error as AmbiguousName {
            try screen.note(
                SafeText.neutralised(
                    "\"\(text)\" may be \(error.candidates.joined(separator: " or "))."))
        }
    }

    private mutating func correct(_ group: Review.Group, toCategory id: String) throws {
        try correct(group, Correction(category: id), categories[id]?.name ?? id)
    }

    private mutating func correct(
        _ group: Review.Group, _ correction: Correction, _ words: String
    ) throws {
        let numbers = group.transactions.map(\.id)
        var correction = correction
        switch reach {
        case .theseAlone: correction.reach = .alone
        case .learning:
            let others = try engine.others(atPayeesOf: numbers, by: correction)
            if let others, !others.earlier.isEmpty {
                guard let said = try askForReach(others) else { return }
                correction.reach = said
            }
        case .payee: break
        }
        let report = try engine.correct(
            numbers, CorrectionChange(correction), asRule: reach == .payee)
        steps.append(
            Step(group: position, entry: try engine.newestDecision(), isRule: reach == .payee))
        let changed = report.classified.differing.count
        let effect =
            switch reach {
            case .payee:
                ", for all of this payee: \(Count.text(changed, "transaction")) changed"
            case .learning where report.learned > 0:
                "; \(Count.text(report.learned, "other")) at the payee changed too (u undoes)"
            case .learning, .theseAlone: ""
            }
        try go(to: position + 1, saying: words + effect)
    }

    /// Asks by a key how far a category carries; nil for another key, which changes nothing.
    private func askForReach(_ others: OthersAtPayee) throws -> CorrectionReach? {
        let carrying = try Carrying(others, screen, engine)
        let question = "\(carrying.question) \(Carrying.keys)"
        try screen.flush()
        try screen.write(question: question)
        try screen.errors.flush()
        let answer =
            switch keys.nextOrWord() {
            case .key(let key): CorrectionReach(answer: key)
            case .word(let letters):
                try typed(from: letters).flatMap { CorrectionReach(answer: $0.lowercased()) }
            }
        try screen.note(answer?.answer ?? "nothing changed")
        return answer
    }

    /// Adds a note or tag, and stays with the group.
    private mutating func annotate(_ group: Review.Group, _ correction: Correction) throws {
        _ = try engine.correct(
            group.transactions.map(\.id), CorrectionChange(correction), asRule: false)
        steps.append(Step(group: position, entry: try engine.newestDecision(), isAnswer: false))
        try screen.print("→ noted", .positive)
    }

    /// Takes the last change of this review back, and returns to its group.
    private mutating func undo() throws {
        guard let step = steps.last else {
            return try screen.note(
                hasAnsweredDoubts
                    ? "No payee is decided yet; \"ghostvault undo\" undoes the earlier answers."
                    : "There is nothing to undo in this review.")
        }
        guard step.entry == (try engine.newestDecision()) else {
            return try screen.note(
                "Another command has made a decision since; \"ghostvault undo\" undoes that first."
            )
        }
        steps.removeLast()
        let undone = try engine.undo()
        try screen.print("→ undone: \(SafeText.neutralised(undone.entry.summary))", .positive)
        position = step.group
    }

    private func finish() throws {
        // One pass for all that was confirmed, as each looks at everything.
        let report = try engine.classify(dryRun: false)
        if !report.changes.isEmpty {
            try ClassifyView(screen: screen, engine: engine).showEffect(report)
        }
        let answered = Set(steps.filter(\.isAnswer).map(\.group)).count
        let left = groups.count - answered
        var words = ["\(Count.text(answered, "payee")) answered"]
        let changed = Set(steps.filter(\.isChange).map(\.group)).count
        if changed > 0 { words.append("\(changed) changed") }
        let rules = steps.count(where: \.isRule)
        if rules > 0 { words.append(Count.text(rules, "rule") + " made") }
        try screen.print()
        try screen.print(
            words.joined(separator: ", ")
                + (left > 0 ? "; \(left) left: ghostvault review" : "; nothing is left."))
    }

    private static let keys = [
        "Enter keep", "a for all of this payee", "o for these only", "t transfer", "i ignore",
        "n note", "# tag", "e explain", "s skip", "b back", "u undo", "q quit",
    ]
    private static let mostShown = 4
}
