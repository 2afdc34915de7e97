import Classification
import Engine
import Scripting
import Terminal

/// Tells what is wrong in the person's rules and plugins, on standard error.
struct RuleProblemsView {
    let screen: Screen

    func show(_ report: ClassifyReport) throws {
        try show(report.leftOut, isWatched: report.scope == .leftToWatcher)
        try show(report.problems)
        try show(report.decisionProblems)
        try LeftOutPluginsView(screen: screen).show(report.leftOutPlugins)
    }

    /// Files that were left out, each with all of its mistakes.
    ///
    /// - Parameter isWatched: whether a watcher goes on with them as they were.
    func show(_ files: [LeftOutFile], isWatched: Bool = false) throws {
        for file in files { try show(mistakesOf: file) }
        guard !files.isEmpty, !isWatched else { return }
        guard !files.allSatisfy(\.isStoredRule) else {
            try screen.warn(
                "  The other rules are used. Mend this one with \"ghostvault rules edit\".")
            return
        }
        try screen.warn(
            "  The other files are used. Mend this one, and run \"ghostvault apply-rules\".")
    }

    func show(mistakesOf file: LeftOutFile) throws {
        let mistakes = Count.text(file.problems.count, "mistake")
        try screen.warn(
            SafeText.neutralised("\(file.file) was left out, since it has \(mistakes):"))
        for problem in file.problems {
            try screen.warn(SafeText.neutralised("  " + Self.line(problem)))
            try showTraceback(of: problem)
        }
    }

    /// What went wrong while rules ran, each with the transactions it was on.
    func show(_ problems: [RuleFileProblem]) throws {
        for problem in problems {
            try screen.warn(
                SafeText.neutralised(
                    "\(Self.line(problem)) (\(Count.text(problem.transactions, "transaction")); "
                        + "left to others there\(Self.end(problem)))"))
            try showTraceback(of: problem)
        }
    }

    /// Decisions that could not be heeded.
    func show(_ problems: [DecisionProblem]) throws {
        for problem in problems { try screen.warn(SafeText.neutralised(problem.words)) }
    }

    /// What rules printed, for whoever is writing them.
    func show(printed lines: [ScriptOutput]) throws {
        for line in lines {
            let place = line.line.map { "\(line.chunkName):\($0)" } ?? line.chunkName
            try screen.note(SafeText.neutralised("\(place): \(line.text)"))
        }
    }

    private func showTraceback(of problem: RuleFileProblem) throws {
        for line in problem.traceback.split(separator: "\n") {
            try screen.note("    " + SafeText.neutralised(String(line)))
        }
    }

    private static func end(_ problem: RuleFileProblem) -> String {
        problem.transactions >= UserRules.failuresUntilSetAside
            ? ", and set aside for the rest of this run" : ""
    }

    /// A problem after its place, "rules/20-mine.lua:3:14: …".
    static func line(_ problem: RuleFileProblem) -> String {
        var place = problem.file
        if let line = problem.line { place += ":\(line)" }
        if let column = problem.column { place += ":\(column)" }
        return "\(place): \(problem.message)"
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
    /// How the program is to end after a pass, or nil where all went well.
    var exitStatus: ExitStatus? {
        if !leftOut.isEmpty { return .rules }
        return isPartial ? .partial : nil
    }
}
