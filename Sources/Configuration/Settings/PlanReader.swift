public import Model

extension ConfigurationFiles {
    public static let planFile = "plan.toml"

    /// The incomes, expenses, debts and goals of `plan.toml`, each in the order of the file,
    /// incomes first.
    public func plan() throws(ConfigurationError) -> WrittenPlan {
        let file = try decode(PlanFile.self, from: Self.planFile)
        let entries = [("income", file.income ?? []), ("expense", file.expense ?? [])]
        var items: [PlannedItem] = []
        for (table, entries) in entries {
            items += try read(entries, table, notIn: items.map(\.name)) {
                entry throws(PlanMistake) in
                try entry.item(isIncome: table == "income")
            }
        }
        return WrittenPlan(
            items: items,
            debts: try read(file.debt ?? [], "debt") { debt throws(PlanMistake) in
                try debt.debt()
            },
            goals: try read(file.goal ?? [], "goal") { goal throws(PlanMistake) in
                try goal.goal()
            },
            settings: try settings(file.plan))
    }

    private func settings(_ entry: PlanSettingsEntry?) throws(ConfigurationError) -> PlanSettings {
        guard let entry else { return .usual }
        do throws(PlanMistake) {
            return try entry.settings()
        } catch {
            throw mistake(error, at: [PlanKey(stringValue: "plan")])
        }
    }

    private func mistake(_ error: PlanMistake, at path: [PlanKey]) -> ConfigurationError {
        let places = TOMLPlaces(texts[Self.planFile] ?? "")
        return ConfigurationError(
            file: "config/\(Self.planFile)", line: places.line(of: path, error.setting),
            error.message)
    }

    /// What the entries of a table mean.
    ///
    /// - Parameter taken: names that other tables have.
    private func read<Entry: PlanEntry, Meaning>(
        _ entries: [Entry], _ table: String, notIn taken: [String] = [],
        _ meaning: (Entry) throws(PlanMistake) -> Meaning
    ) throws(ConfigurationError) -> [Meaning] {
        var names = Set(taken)
        var meanings: [Meaning] = []
        for (index, entry) in entries.enumerated() {
            do throws(PlanMistake) {
                guard !entry.name.allSatisfy(\.isWhitespace) else {
                    throw PlanMistake("name", "the \(table) has an empty name")
                }
                guard names.insert(entry.name).inserted else {
                    throw PlanMistake("name", "there are two of the name \"\(entry.name)\"")
                }
                meanings.append(try meaning(entry))
            } catch {
                throw mistake(error, at: [PlanKey(stringValue: table), PlanKey(intValue: index)])
            }
        }
        return meanings
    }
}

private struct PlanKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
