import Classification
import Engine
import Terminal

/// Shows what came of the tests that are written in rules.
struct RuleTestView {
    let screen: Screen

    func show(_ test: RulesTest) throws {
        let failed = test.outcomes.filter { !$0.hasPassed }
        for outcome in failed {
            try FindingsView(screen: screen).show(
                failedTest: "\(outcome.rule), \(outcome.sample)",
                FindingsView.place(outcome.file, outcome.line, outcome.column),
                ["expected \(outcome.expected)", "got      \(outcome.got)"])
        }
        let count = Count.text(test.outcomes.count, "test")
        if test.outcomes.isEmpty {
            try screen.print("No rule has tests. Write tests = { match = { … } } into one.")
        } else if failed.isEmpty {
            try screen.print("\(count), all passed")
        } else {
            try screen.print("\(count), \(failed.count) failed")
        }
        try RuleProblemsView(screen: screen).show(allMistakesOf: test.leftOut)
    }

    func showJSON(_ test: RulesTest) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("tests") { list in
                for outcome in test.outcomes {
                    list.object { entry in
                        entry.field("rule", outcome.rule)
                        entry.field("file", outcome.file)
                        entry.field("line", outcome.line)
                        entry.field("column", outcome.column)
                        entry.field("sample", outcome.sample)
                        entry.field("expected", outcome.expected)
                        entry.field("got", outcome.got)
                        entry.field("passed", outcome.hasPassed)
                    }
                }
            }
            RuleProblemsJSON.write(test.leftOut, to: &object)
        }
        try json.flush()
    }
}
