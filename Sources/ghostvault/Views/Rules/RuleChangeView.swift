import Classification
import Engine
import Model
import Terminal

/// Tells what was done to a rule, and what that changed.
struct RuleChangeView {
    let screen: Screen
    let engine: Engine

    /// - Parameter what: what was done, as in "added".
    func show(_ rule: ListedRule, _ what: String, _ report: ClassifyReport) throws {
        try screen.print(SafeText.neutralised("\(rule.reference) \(what): \(rule.name)"))
        if let stored = rule.stored, what != "removed" {
            for line in stored.definition.split(separator: "\n") {
                try screen.print("    " + SafeText.neutralised(String(line)), .muted)
            }
        }
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        if let standing = report.standing {
            try RuleStandingView(screen: screen).show(standing)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
