import Classification
import Engine
import Scripting
import Terminal

/// Tells what is wrong in the person's rules and plugins, and what else a pass could
/// not do, on standard error.
struct RuleProblemsView {
    let screen: Screen

    func show(_ report: ClassifyReport) throws {
        try show(report.leftOut)
        try show(report.problems)
        try show(report.decisionProblems)
        try LeftOutPluginsView(screen: screen).show(report.leftOutPlugins)
        if let words = report.leftUnsweptWords {
            try screen.warn(SafeText.neutralised(words))
        }
    }

    /// Files that were left out, each with all of its mistakes, and those whose last
    /// good version stays in use, a line each.
    func show(_ files: [LeftOutFile]) throws {
        let isOfFiles = files.contains { !$0.isStoredRule && $0.standIn == nil }
        try FindingsView(screen: screen).show(leftOut: files, isOfFiles ? .applyRules : .editRule)
    }

    /// Every mistake of every file, also where its last good version stays in use.
    func show(allMistakesOf files: [LeftOutFile]) throws {
        try FindingsView(screen: screen).show(heldBack: files.filter { $0.standIn != nil })
        try show(files.filter { $0.standIn == nil })
    }

    /// Ends a command that reads of the person's files only the configuration: a line for
    /// each file of which the last good version was used.
    ///
    /// - Throws: ``PartialResult`` where there is one.
    func end(_ engine: Engine) throws {
        let heldBack = engine.heldBackConfiguration
        try show(heldBack)
        if !heldBack.isEmpty { throw PartialResult(.rules) }
    }

    /// What went wrong while rules ran, each with the transactions it was on.
    func show(_ problems: [RuleFileProblem]) throws {
        try FindingsView(screen: screen).show(failures: problems) { problem in
            let count = Count.text(problem.transactions, "transaction")
            let first = problem.firstTransaction.map { ", the first is \($0)" } ?? ""
            return "\(count)\(first); left to others there\(Self.end(problem))"
        }
    }

    /// Decisions that could not be heeded.
    func show(_ problems: [DecisionProblem]) throws {
        for problem in problems { try screen.warn(SafeText.neutralised(problem.words)) }
    }

    /// What rules printed, for whoever is writing them.
    func show(printed lines: [ScriptOutput]) throws {
        for line in lines {
            let place = FindingsView.place(line.chunkName, line.line)
            try screen.note(SafeText.neutralised("\(place): \(line.text)"))
        }
    }

    private static func end(_ problem: RuleFileProblem) -> String {
        problem.transactions >= UserRules.failuresUntilSetAside
            ? ", and set aside for the rest of this run" : ""
    }
}

extension DecisionProblem {
    /// What could not be heeded, and what to do.
    var words: String {
        switch self {
        case .transactionWithdrawn(let id):
            "Transaction \(id), which you corrected, was withdrawn by the bank and counts in "
                + "nothing; \"ghostvault transactions set \(id) --clear\" drops the correction"
        case .noSuchCategory(let category, let id):
            "You gave transaction \(id) the category \"\(category)\", which is not in "
                + "config/categories.toml any more; its category is left to others"
        case .noStageForCorrections(let count):
            "\(Count.text(count, "correction")) of yours had no say, since config/pipeline.toml "
                + "has no stage of the kind \"corrections\""
        }
    }

    /// The transaction that it is about, where it is about one.
    var transaction: Int64? {
        switch self {
        case .transactionWithdrawn(let id), .noSuchCategory(_, let id): id
        case .noStageForCorrections: nil
        }
    }
}

extension ClassifyReport {
    /// What of earlier passes was left, and why; nil where nothing was.
    var leftUnsweptWords: String? {
        guard let failure = leftUnswept.flatMap(Failure.init) else { return nil }
        let why = ([failure.whatHappened] + failure.details).joined(separator: " ")
        return "All is stored. What it replaced could not be deleted yet, which the next pass "
            + "does: \(why)"
    }

    /// How the program is to end after a pass, or nil where all went well.
    var exitStatus: ExitStatus? {
        if !leftOut.isEmpty { return .rules }
        return isPartial ? .partial : nil
    }
}
