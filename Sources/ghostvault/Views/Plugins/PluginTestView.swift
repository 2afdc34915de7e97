import Classification
import Engine
import Terminal

struct PluginTestView {
    let screen: Screen

    /// - Returns: whether all tests passed, and there was no other mistake.
    func show(_ reports: [PluginTestReport]) throws -> Bool {
        guard !reports.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" makes one.")
            return true
        }
        var allPassed = true
        for report in reports {
            let failed = report.outcomes.filter { !$0.failures.isEmpty }
            if !failed.isEmpty || !report.problems.isEmpty { allPassed = false }
            let count = Count.text(report.outcomes.count, "test")
            let verdict =
                !report.problems.isEmpty
                ? "can't be tested"
                : report.outcomes.isEmpty
                    ? "has no tests"
                    : failed.isEmpty ? "\(count), all passed" : "\(count), \(failed.count) failed"
            try screen.print(SafeText.neutralised("\(report.plugin): \(verdict)"))
            for problem in report.problems {
                try screen.warn("  " + SafeText.neutralised(FindingsView.line(problem)))
            }
            for outcome in failed {
                try screen.warn(
                    "  " + SafeText.neutralised("\(outcome.file):\(outcome.line): \(outcome.name)"))
                for failure in outcome.failures {
                    try screen.note("    " + SafeText.neutralised(failure))
                }
            }
        }
        return allPassed
    }
}
