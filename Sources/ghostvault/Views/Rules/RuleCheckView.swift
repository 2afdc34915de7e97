import Classification
import Engine
import Terminal

/// Shows what is in the folder of rules, and what is wrong with it.
struct RuleCheckView {
    let screen: Screen

    func show(_ check: RulesCheck) throws {
        var table = FolderTable()
        for file in check.files {
            table.add(file: file.path, file.rules, "rule", tests: file.tests)
        }
        table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
        try screen.print(table.table)
        let findings = FindingsView(screen: screen)
        try findings.show(failures: check.failures) { _ in
            "on every transaction that was made up to try it"
        }
        try findings.show(notes: check.notes)
        try RuleProblemsView(screen: screen).show(allMistakesOf: check.leftOut)
    }

    func showJSON(_ check: RulesCheck) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("files") { list in
                for file in check.files {
                    list.object { entry in
                        entry.field("file", file.path)
                        entry.field("rules", file.rules)
                        entry.field("tests", file.tests)
                    }
                }
            }
            object.array("modules") { list in
                for module in check.modules { list.element(module) }
            }
            object.array("maps") { list in
                for map in check.maps {
                    list.object { entry in
                        entry.field("file", map.path)
                        entry.field("rows", map.rows)
                    }
                }
            }
            RuleProblemsJSON.write(check.leftOut, to: &object)
            RuleProblemsJSON.write(check.failures, as: "failures", to: &object)
            RuleProblemsJSON.write(check.notes, as: "notes", to: &object)
        }
        try json.flush()
    }
}

/// What is wrong in rules, where that is the answer.
enum RuleProblemsJSON {
    static func write(_ files: [LeftOutFile], to object: inout JSONObject) {
        object.array("left_out") { list in
            for file in files {
                list.object { entry in
                    entry.field("file", file.file)
                    entry.field("stays_in_use", file.standIn?.word)
                    write(file.problems, as: "problems", to: &entry)
                }
            }
        }
    }

    static func write(
        _ problems: [RuleFileProblem], as name: String, to object: inout JSONObject
    ) {
        object.array(name) { list in
            for problem in problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("column", problem.column)
                    entry.field("message", problem.message)
                }
            }
        }
    }
}

extension LeftOutFile.StandIn {
    /// In JSON.
    var word: String {
        switch self {
        case .lastGood: "last_good"
        case .shipped: "shipped"
        }
    }
}
