import Engine
import Terminal

/// Tells what another name of an account or a payee came to.
struct RenamingView {
    let screen: Screen
    let engine: Engine

    func show(_ report: RenamingReport) throws {
        try ClassifyView(screen: screen, engine: engine).showEffect(report.classified)
        for rule in report.silenced {
            try screen.warn(SafeText.neutralised(Self.words(of: rule)))
        }
    }

    private static func words(of rule: ListedRule) -> String {
        let place = rule.file.map { file in rule.line.map { "\(file):\($0)" } ?? file }
        let remedy =
            place == nil
            ? "ghostvault rules edit \(rule.reference)" : "edit it and run ghostvault apply-rules"
        return "\"\(rule.name)\" (\(place ?? rule.reference)) asks for the earlier name and "
            + "matches nothing any more: \(remedy)"
    }
}
