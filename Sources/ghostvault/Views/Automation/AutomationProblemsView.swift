import Classification
import Terminal

/// Tells what is wrong in files of handlers, on standard error.
struct AutomationProblemsView {
    let screen: Screen

    /// Files that were left out, each with all of its mistakes.
    func show(_ files: [LeftOutFile]) throws {
        let problems = RuleProblemsView(screen: screen)
        for file in files { try problems.show(mistakesOf: file) }
        guard !files.isEmpty else { return }
        try screen.warn(
            "  The other files are used. Mend this one, and run \"ghostvault automation check\".")
    }
}
