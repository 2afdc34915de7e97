import Classification
import Engine
import Model
import Scripting
import Terminal

/// Diagnostics about the person's files, on standard error.
///
/// Each follows its place, "rules/20-mine.lua:3:14: …". The last line says what to do next.
struct FindingsView {
    /// The advice about rejected files.
    enum NextStep: String {
        case applyRules =
            "The other files are used. Fix this one, and run \"ghostvault apply-rules\"."
        case editRule = "The other rules are used. Fix this one with \"ghostvault rules edit\"."
        case checkAutomation =
            "The other files are used. Fix this one, and run \"ghostvault automation check\"."
        case tryAgain = "Fix it, and try again."
    }

    let screen: Screen

    /// The most files to name that need another one.
    private static let mostUsers = 10

    /// Shows rejected files with all their diagnostics.
    ///
    /// A file whose last good version stays in use gets one line.
    func show(leftOut files: [RejectedFile], _ next: NextStep) throws {
        for file in files where file.standIn != nil {
            try warn("\(Self.standInWords(for: file)) Run \"\(Self.check(of: file))\".")
        }
        let leftOut = files.filter { $0.standIn == nil }
        for file in leftOut {
            let mistakes = Count.text(file.mistakes, "mistake")
            try warn("\(file.file) was left out because it has \(mistakes):")
            try show(mistakesOf: file)
        }
        if !leftOut.isEmpty { try warn("  " + next.rawValue) }
    }

    /// Shows all diagnostics of files whose last good version stays in use.
    func show(heldBack files: [RejectedFile]) throws {
        for file in files {
            try warn(Self.standInWords(for: file))
            try show(mistakesOf: file)
            let others = file.neededBy.filter { other in
                // It was told that the file is gone, but this one needs it.
                !file.isGone || file.problems.first?.file != other
            }
            if !others.isEmpty {
                let shown = others.prefix(Self.mostUsers)
                let more =
                    others.count > shown.count ? " and \(others.count - shown.count) more" : ""
                try warn("  Needed by \(shown.joined(separator: ", "))\(more).")
            }
        }
        if !files.isEmpty { try warn("  A file is used again as soon as its mistakes are fixed.") }
    }

    /// "rules/20-mine.lua has a mistake; its last good version (18 Nov 2026) stays in use."
    static func standInWords(for file: RejectedFile) -> String {
        let version =
            switch file.standIn {
            case .lastGood(let since)?:
                "its last good version (\(ProgramContext.current.zone.day(at: since).shortText))"
            case .shipped?: "the shipped version"
            case nil: "no version"
            }
        let own = file.problems.filter { $0.file == file.file }
        guard let other = file.problems.first?.file, own.isEmpty else {
            let count = own.count == file.problems.count ? file.mistakes : own.count
            let mistakes = count < 2 ? "a mistake" : Count.text(count, "mistake")
            return "\(file.file) has \(mistakes); \(version) stays in use."
        }
        if file.isGone {
            return "\(file.file) is gone, but \(other) needs it; \(version) stays in use."
        }
        return "\(file.file) can't be used, because \(other) has a mistake; \(version) stays in "
            + "use."
    }

    private static func check(of file: RejectedFile) -> String {
        if file.file.hasPrefix("automation/") { return "ghostvault automation check" }
        // Doctor also reads the files that a pass doesn't.
        return file.file.hasPrefix("config/") ? "ghostvault doctor" : "ghostvault rules check"
    }

    /// Shows runtime errors.
    ///
    /// - Parameter circumstances: the input that caused an error.
    func show(failures: [RuleFileProblem], _ circumstances: (RuleFileProblem) -> String) throws {
        for failure in failures { try show(failure, addition: " (\(circumstances(failure)))") }
    }

    /// Shows probable mistakes.
    func show(notes: [RuleFileProblem]) throws {
        for note in notes { try screen.note("note: " + SafeText.neutralised(Self.line(note))) }
    }

    /// Shows a failed test, with details below.
    func show(failedTest name: String, _ place: String, _ lines: [String]) throws {
        try warn("\(place): \(name)")
        for line in lines { try screen.note("    " + SafeText.neutralised(line)) }
    }

    func show(mistakesOf file: RejectedFile) throws {
        for problem in file.problems { try show(problem, of: file) }
    }

    /// Shows a mistake with its line, and a mark under its place.
    private func show(_ problem: RuleFileProblem, of file: RejectedFile) throws {
        try show(problem, indentedBy: "  ")
        guard problem.file == file.file, let line = problem.line,
            let quote = SourceQuote(
                file.sourceLines[line], line: line, column: problem.column,
                width: screen.errorCapabilities.width)
        else { return }
        let palette = Palette(screen.errorCapabilities)
        try screen.note(quote.text)
        if let mark = quote.mark { try screen.note(palette.styled(mark, as: .negative)) }
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

    /// A diagnostic after its place.
    static func line(_ problem: RuleFileProblem) -> String {
        "\(place(problem.file, problem.line, problem.column)): "
            + (problem.rule.map { "\($0): " } ?? "") + problem.message
    }

    /// "rules/20-mine.lua:3:14", as far as known.
    static func place(_ file: String, _ line: Int?, _ column: Int? = nil) -> String {
        file + [line, column].compactMap(\.self).map { ":\($0)" }.joined()
    }
}

/// A line of a source, and a mark under a place in it.
struct SourceQuote {
    let text: String
    /// Nil if only the line is known.
    let mark: String?

    /// The columns of source that fit every terminal.
    private static let widest = 64

    /// - Parameters:
    ///   - column: in characters, from 1.
    ///   - width: the terminal's; nil for none.
    init?(_ source: String?, line: Int, column: Int?, width: Int?) {
        guard let source else { return nil }
        var characters = source.map { $0.isWhitespace ? " " : $0 }
        while characters.last == " " { characters.removeLast() }
        guard !characters.isEmpty, characters.count <= 10_000 else { return nil }
        let margin = "    \(line) | "
        let widest = max(8, min(Self.widest, (width ?? .max) - margin.count - 1))
        var start = min(column.map { $0 - 1 } ?? 0, characters.count - 1)
        let blanks = characters.prefix { $0 == " " }.count
        // Of a long line the part around the place.
        let from = start - blanks < widest ? min(blanks, start) : start - widest / 2
        let shown = characters[from...].prefix(widest)
        let isCut = (left: from > blanks, right: from + shown.count < characters.count)
        // In place of the last column of the margin, so that the mark stays below its place.
        text =
            (isCut.left ? margin.dropLast() + "…" : margin)
            + SafeText.neutralised(String(shown)) + (isCut.right ? "…" : "")
        guard column != nil, start < from + shown.count else {
            mark = nil
            return
        }
        let before = SafeText.neutralised(String(characters[from..<start]))
        let length = shown[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
        start = margin.count + DisplayWidth.columns(of: before)
        mark =
            String(repeating: " ", count: start) + String(repeating: "^", count: max(1, length))
    }
}

extension CalendarDay {
    /// "18 Nov 2026".
    fileprivate var shortText: String {
        let (year, _, day) = components
        return "\(day) \(month.name.prefix(3)) \(year)"
    }
}

/// Problems of a pass, on standard error: the person's rules, plugins and decisions.
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

    /// Shows rejected files with all their diagnostics, and one line for each file whose last
    /// good version stays in use.
    func show(_ files: [RejectedFile]) throws {
        let isOfFiles = files.contains { !$0.isStoredRule && $0.standIn == nil }
        try FindingsView(screen: screen).show(leftOut: files, isOfFiles ? .applyRules : .editRule)
    }

    /// Shows every diagnostic of every file, even if its last good version stays in use.
    func show(allMistakesOf files: [RejectedFile]) throws {
        try FindingsView(screen: screen).show(heldBack: files.filter { $0.standIn != nil })
        try show(files.filter { $0.standIn == nil })
    }

    /// Ends a command that reads only the configuration, with a line for each file whose last
    /// good version was used.
    ///
    /// - Throws: ``PartialResult`` if there is such a file.
    func throwIfIncomplete(_ engine: Engine) throws {
        let heldBack = engine.heldBackConfiguration
        try show(heldBack)
        if !heldBack.isEmpty { throw PartialResult(.rules) }
    }

    /// Shows runtime errors of rules, each with its transactions.
    func show(_ problems: [RuleFileProblem]) throws {
        try FindingsView(screen: screen).show(failures: problems) { problem in
            let others =
                problem.keepsResults
                ? "its results of the last pass stay" : "other rules decide"
            guard problem.transactions > 0 else {
                return problem.keepsResults ? others : "\(others) instead"
            }
            let count = Count.text(problem.transactions, "transaction")
            let first = problem.firstTransaction.map { ", the first is \($0)" } ?? ""
            return "\(count)\(first); \(others) there\(Self.end(problem))"
        }
    }

    /// Shows decisions that could not be applied.
    func show(_ problems: [DecisionProblem]) throws {
        for problem in problems { try screen.warn(SafeText.neutralised(problem.words)) }
    }

    /// Shows what rules printed, for their authors.
    func show(printed lines: [ScriptOutput]) throws {
        for line in lines {
            let place = FindingsView.place(line.chunkName, line.line)
            try screen.note(SafeText.neutralised("\(place): \(line.text)"))
        }
    }

    private static func end(_ problem: RuleFileProblem) -> String {
        problem.transactions >= UserRules.failuresUntilSetAside
            ? ", and skipped for the rest of this run" : ""
    }
}

extension DecisionProblem {
    /// The problem, and what to do.
    var words: String {
        switch self {
        case .transactionWithdrawn(let id):
            "The bank no longer lists transaction \(id), which you corrected, so it does not count; "
                + "\"ghostvault transactions set \(id) --clear\" drops the correction"
        case .noSuchCategory(let category, let id):
            "You gave transaction \(id) the category \"\(category)\", which is no longer in "
                + "config/categories.toml; rules decide its category instead"
        case .splitsDoNotFit(let id):
            "The parts that you gave transaction \(id) no longer fit its amount, so it counts as a "
                + "whole; split it again with \"ghostvault transactions split \(id)\", or give "
                + "--clear"
        case .noStageForCorrections(let count):
            "\(Count.text(count, "correction")) of yours had no effect, because "
                + "config/pipeline.toml has no stage of the kind \"corrections\""
        }
    }

    /// The transaction concerned; nil if there isn't a single one.
    var transaction: Int64? {
        switch self {
        case .transactionWithdrawn(let id), .noSuchCategory(_, let id), .splitsDoNotFit(let id): id
        case .noStageForCorrections: nil
        }
    }
}

extension ClassifyReport {
    /// Why the pass could not delete the conclusions it replaced; nil if it could.
    var leftUnsweptWords: String? {
        guard let failure = leftUnswept.flatMap(Failure.init) else { return nil }
        let why = ([failure.whatHappened] + failure.details).joined(separator: " ")
        return "Everything is stored. The data it replaced could not be deleted yet, which the "
            + "next pass does: \(why)"
    }

    /// The exit status after a pass; nil if all went well.
    var exitStatus: ExitStatus? {
        if !leftOut.isEmpty { return .rules }
        return isPartial ? .partial : nil
    }
}
