import Classification
import Engine
import Model
import Scripting
import Terminal

/// Tells what was found in files that the person writes, on standard error: each
/// after its place, "rules/20-mine.lua:3:14: …", and at the end what to do next.
struct FindingsView {
    /// What to do about files that were left out.
    enum NextStep: String {
        case applyRules =
            "The other files are used. Mend this one, and run \"ghostvault apply-rules\"."
        case editRule = "The other rules are used. Mend this one with \"ghostvault rules edit\"."
        case checkAutomation =
            "The other files are used. Mend this one, and run \"ghostvault automation check\"."
        case tryAgain = "Mend it, and try it again."
    }

    let screen: Screen

    /// Files with mistakes: those that were left out with all of them, and those whose
    /// last good version stays in use in a line each.
    func show(leftOut files: [LeftOutFile], _ next: NextStep) throws {
        for file in files where file.standIn != nil {
            try warn("\(Self.standInWords(for: file)) Run \"\(Self.check(of: file))\".")
        }
        let leftOut = files.filter { $0.standIn == nil }
        for file in leftOut {
            let mistakes = Count.text(file.problems.count, "mistake")
            try warn("\(file.file) was left out, since it has \(mistakes):")
            for problem in file.problems { try show(problem, indentedBy: "  ") }
        }
        if !leftOut.isEmpty { try warn("  " + next.rawValue) }
    }

    /// All mistakes of the files whose last good version stays in use.
    func show(heldBack files: [LeftOutFile]) throws {
        for file in files {
            try warn(Self.standInWords(for: file))
            for problem in file.problems { try show(problem, indentedBy: "  ") }
        }
        if !files.isEmpty { try warn("  A file is used again as soon as it has no mistake.") }
    }

    /// "rules/20-mine.lua has a mistake; its last good version (18 Nov 2026) stays in use."
    static func standInWords(for file: LeftOutFile) -> String {
        let version =
            switch file.standIn {
            case .lastGood(let since)?:
                "its last good version (\(DayZone.local.day(at: since).shortText))"
            case .shipped?: "the version that comes with the program"
            case nil: "no version"
            }
        let own = file.problems.filter { $0.file == file.file }
        guard let other = file.problems.first?.file, own.isEmpty else {
            let mistakes = own.count < 2 ? "a mistake" : Count.text(own.count, "mistake")
            return "\(file.file) has \(mistakes); \(version) stays in use."
        }
        return "\(file.file) can't be used, since \(other) has a mistake; \(version) stays in use."
    }

    private static func check(of file: LeftOutFile) -> String {
        if file.file.hasPrefix("automation/") { return "ghostvault automation check" }
        // It reads the files that no pass reads, too.
        return file.file.hasPrefix("config/") ? "ghostvault doctor" : "ghostvault rules check"
    }

    /// What went wrong while something ran.
    ///
    /// - Parameter circumstances: on what it ran.
    func show(failures: [RuleFileProblem], _ circumstances: (RuleFileProblem) -> String) throws {
        for failure in failures { try show(failure, addition: " (\(circumstances(failure)))") }
    }

    /// What is probably not meant.
    func show(notes: [RuleFileProblem]) throws {
        for note in notes { try screen.note("note: " + SafeText.neutralised(Self.line(note))) }
    }

    /// A test that fails, with what is to be known of it below.
    func show(failedTest name: String, _ place: String, _ lines: [String]) throws {
        try warn("\(place): \(name)")
        for line in lines { try screen.note("    " + SafeText.neutralised(line)) }
    }

    private func show(
        _ problem: RuleFileProblem, indentedBy indent: String = "", addition: String = ""
    ) throws {
        try warn(indent + Self.line(problem) + addition)
        for line in problem.traceback.split(separator: "\n") {
            try screen.note("    " + SafeText.neutralised(String(line)))
        }
    }

    private func warn(_ text: String) throws { try screen.warn(SafeText.neutralised(text)) }

    // MARK: Places

    /// A problem after its place.
    static func line(_ problem: RuleFileProblem) -> String {
        "\(place(problem.file, problem.line, problem.column)): "
            + (problem.rule.map { "\($0): " } ?? "") + problem.message
    }

    /// "rules/20-mine.lua:3:14", as far as it is known.
    static func place(_ file: String, _ line: Int?, _ column: Int? = nil) -> String {
        file + [line, column].compactMap(\.self).map { ":\($0)" }.joined()
    }
}

extension CalendarDay {
    /// "18 Nov 2026".
    fileprivate var shortText: String {
        let (year, _, day) = components
        return "\(day) \(month.name.prefix(3)) \(year)"
    }
}

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
