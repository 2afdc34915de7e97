import Classification
import Engine

extension Failure {
    init(_ error: ConditionMistakes) {
        self.init(
            .usage, "The condition has \(Count.text(error.mistakes.count, "mistake")).",
            details: error.mistakes + ["  \(error.condition)"],
            "\"ghostvault docs rules\" lists what a rule's \"when\" accepts.")
    }

    init(_ error: RuleError) {
        switch error {
        case .unknown(let text, let hint):
            self.init(
                .failed, "There is no rule \"\(text)\"\(hint).",
                "\"ghostvault rules list --all\" lists all rules.")
        case .leftOut(let text, let file):
            self.init(
                .rules, "The rule \"\(text)\" is left out, because \(file.file) has a mistake.",
                details: file.problems.map(Self.line), "Fix the file, and try again.")
        case .noSuchFile(let name, let hint):
            self.init(
                .failed, "There is no rule file \"\(name)\"\(hint).",
                "\"ghostvault rules check\" lists the files.")
        case .ambiguous(let text, let candidates):
            self.init(
                .failed, "\"\(text)\" names several rules.", details: candidates,
                "Give one of them in full.")
        case .notStored(let name, let file, let line):
            let place = line.map { "\(file):\($0)" } ?? file
            self.init(
                .failed, "The rule \"\(name)\" is written in \(place).",
                details: ["Commands can enable and disable it, but not change it."],
                file.hasPrefix("config/")
                    ? "Disable it with \"ghostvault rules disable\", and add one of your own."
                    : "Edit the file; nothing was changed.")
        case .broken(let definition, let problems):
            self.init(
                .rules, "The rule has \(Count.text(problems.count, "mistake")).",
                details: problems.map(Self.line)
                    + definition.split(separator: "\n").map { "    \($0)" },
                "Nothing was stored. \"ghostvault docs rules\" describes rules.")
        case .otherPriority(let name, let priority, let other, let otherPriority):
            self.init(
                .failed, "\"\(name)\" can't be next to \"\(other)\".",
                details: [
                    "Its priority is \(priority), that of the other \(otherPriority); the higher "
                        + "one always comes first."
                ],
                "Give them one priority with \"ghostvault rules edit --priority\"; nothing was "
                    + "moved.")
        case .besideItself(let name):
            self.init(
                .failed, "\"\(name)\" can't be before or after itself.",
                "Name another stored rule; \"ghostvault rules list\" shows their order.")
        case .saidAlready(let reference):
            self.init(
                .failed, "\(reference) already does the same.",
                "Nothing was stored; \"ghostvault rules show \(reference)\" shows it.")
        case .noSuchSuggestion(let number, let count):
            self.init(
                .failed, "There is no suggestion \(number).",
                count == 0
                    ? "There are none at the moment." : "There are \(count); list them again.")
        case .categoryNeeded(let suggestion):
            self.init(
                .failed, "Suggestion \(suggestion) needs a category.",
                "Add --category. Nothing was stored.")
        }
    }

    /// A diagnostic after its place in the rule, "1:19: …".
    private static func line(_ problem: RuleFileProblem) -> String {
        let place = [problem.line, problem.column].compactMap { $0 }.map { "\($0):" }.joined()
        return place.isEmpty ? problem.message : "\(place) \(problem.message)"
    }
}

extension Failure {
    init(_ error: PluginError) {
        switch error {
        case .unknown(let name, let hint):
            self.init(
                .failed, "There is no plugin \"\(name)\"\(hint).",
                "\"ghostvault plugins list\" lists all plugins.")
        case .unfitName(let name, let form):
            self.init(
                .failed, "A plugin can't be called \"\(name)\".",
                details: ["A plugin's name has \(form)."],
                "Choose another name. Nothing was "
                    + "created.")
        case .exists(let name, let isShipped):
            self.init(
                .failed,
                isShipped
                    ? "\"\(name)\" is a shipped plugin."
                    : "There is a plugin \"\(name)\" already.",
                "Choose another name. Nothing was created.")
        case .broken(let name, let problems):
            self.init(
                .rules, "The plugin \"\(name)\" can't be used.",
                details: problems.map(FindingsView.line), "Fix it and try again.")
        case .unknownSetting(let setting, let plugin, let known, let hint):
            self.init(
                .failed, "The plugin \"\(plugin)\" has no setting \"\(setting)\"\(hint).",
                known.isEmpty
                    ? "It has no settings."
                    : "It has \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .unfitSetting(let setting, let plugin, let expected):
            self.init(
                .failed, "The setting \"\(setting)\" of \"\(plugin)\" must be \(expected).",
                "Nothing was changed. \"ghostvault plugins show \(plugin)\" describes it.")
        }
    }
}
