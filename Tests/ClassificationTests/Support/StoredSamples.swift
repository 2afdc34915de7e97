import Classification
import Model

/// Stored rules in the order given, numbered from 1.
func stored(_ definitions: String...) -> [StoredRule] { stored(definitions) }

func stored(_ definitions: [String]) -> [StoredRule] {
    definitions.enumerated().map { position, definition in
        StoredRule(
            id: Int64(position + 1), position: Int64(position + 1), definition: definition)
    }
}

/// Rules of the store and of files that are called rules/1.lua and so on.
func load(
    stored: [StoredRule], _ files: [String] = [], disabled: Set<RuleIdentity> = [],
    after earlier: UserRules? = nil
) throws -> UserRules {
    try UserRules(
        files.enumerated().map { position, text in
            RuleSource(file: "rules/\(position + 1).lua", bytes: Array(text.utf8))
        }, stored: stored, disabled: disabled, categories: makeCategories(), after: earlier)
}

func makeClassifier(_ rules: UserRules) throws -> Classifier {
    Classifier(
        pipeline: Pipeline(stages: [userStage, defaultStage], categories: try makeCategories()),
        userRules: rules)
}
