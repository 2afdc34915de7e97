import Classification
import Engine
import Model
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
