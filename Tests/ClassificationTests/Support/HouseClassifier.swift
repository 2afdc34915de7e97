import Classification
import Model
import Rules

/// A pipeline with every kind of stage, and rules that meet in many ways.
func makeHouseClassifier() throws -> Classifier {
    Classifier(pipeline: try makeHousePipeline(), userRules: try makeHouseRules())
}

func makeHousePipeline() throws -> Pipeline {
    let stages = [
        userStage, try transferStage(),
        try rulesStage("classes", [("PAYROLL", Effect(class: .income))]),
        try rulesStage(
            "map", onlyFor: [.expense],
            [
                ("BURGER", Effect(category: "dining")), ("GIFT", Effect(category: "gifts")),
                ("NETFLIX", Effect(lens: .need, excluded: false)),
            ]), lensStage, defaultStage,
    ]
    return Pipeline(stages: stages, categories: try makeCategories())
}

func makeHouseRules() throws -> UserRules {
    try load([
        """
        rule { when = { text = "NETFLIX" }, set = { payee = "Netflix", tags = { "a", "b" } } }
        rule { when = { text = "GIFT", amount = less(-1) }, stop = true,
               set = { class = "expense", notes = "kept" } }
        rule { when = function(tx) return tx.amount == 2 end, set = { excluded = true } }
        """,
        """
        rule { when = { pending = true }, set = function(tx)
            if tx.amount > 0 then return { class = "ignore" } end
            return { tags = "pending", lens = tx.month == 3 and "saving" or nil }
        end }
        rule { when = { text = "GROCER" }, set = { series = "Groceries", splits = {
            { category = "groceries", amount = 2 }, { category = "gifts", share = 0.3 },
            { category = "other" },
        } } }
        """,
    ])
}
