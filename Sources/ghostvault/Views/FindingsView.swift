import Classification
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

    /// Files that were left out, each with all of its mistakes.
    ///
    /// - Parameter next: nil where nothing is to be done now.
    func show(leftOut files: [LeftOutFile], _ next: NextStep?) throws {
        for file in files {
            let mistakes = Count.text(file.problems.count, "mistake")
            try warn("\(file.file) was left out, since it has \(mistakes):")
            for problem in file.problems { try show(problem, indentedBy: "  ") }
        }
        if let next, !files.isEmpty { try warn("  " + next.rawValue) }
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
        "\(place(problem.file, problem.line, problem.column)): \(problem.message)"
    }

    /// "rules/20-mine.lua:3:14", as far as it is known.
    static func place(_ file: String, _ line: Int?, _ column: Int? = nil) -> String {
        file + [line, column].compactMap(\.self).map { ":\($0)" }.joined()
    }
}
