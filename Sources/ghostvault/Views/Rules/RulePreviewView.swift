import Classification
import Engine
import Rules
import Terminal
import Vault

struct RulePreviewView {
    let screen: Screen
    let engine: Engine

    func show(_ preview: RulePreview, listing limit: Int) throws {
        let (differing, ofReasonAlone) = ClassifyView.count(preview.changes.changes)
        try screen.print(
            SafeText.neutralised(
                "\(preview.rule.name) matches \(Count.text(preview.standing.matches, "transaction")) and "
                    + "changes \(differing)"
                    + (ofReasonAlone == 0 ? "" : ", \(ofReasonAlone) the same for another reason")))
        try ClassifyView(screen: screen, engine: engine)
            .show(preview.changes.changes, listing: limit, hint: "; --list shows them")
        try RuleStandingView(screen: screen).show(preview.standing)
        try showProblems(preview)
    }

    func showJSON(_ preview: RulePreview) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.field("name", preview.rule.name)
            object.field("matches", preview.standing.matches)
            RuleStandingView.write(preview.standing, to: &object)
            object.field("changed", preview.changes.changes.count)
            ClassifyView.write(preview.changes.changes, to: &object)
        }
        try json.flush()
        try showProblems(preview)
    }

    private func showProblems(_ preview: RulePreview) throws {
        let problems = RuleProblemsView(screen: screen)
        try problems.show(preview.leftOut)
        try problems.show(preview.problems)
    }
}
