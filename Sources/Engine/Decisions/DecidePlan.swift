public import Configuration
public import Model
internal import Vault

extension Engine {
    /// The incomes, expenses, debts and goals of `config/plan.toml`, and in place of its entries
    /// those that commands set.
    public func writtenPlan() throws -> WrittenPlan {
        let lines = try vault.planLines()
        return try configured { files in
            let written = try files.plan()
            guard !lines.isEmpty else { return written }
            return written.replacing(lines, by: try files.plan(of: lines.compactMap(\.text)))
        }
    }

    /// Stores an entry of the plan, in place of one of its name.
    ///
    /// - Parameters:
    ///   - settings: as the file has them, without the name.
    ///   - summary: the command, for `history`.
    /// - Throws: ``PlanEntryMistake``, with nothing stored.
    public func setPlan(
        _ kind: PlanLine.Kind, _ name: String, _ settings: [PlanSetting], summary: String
    ) throws {
        let line = PlanLine(kind, name, text: PlanSetting.entry(kind, name, settings))
        do {
            _ = try configuration().plan(of: [line.text ?? ""])
        } catch let error as ConfigurationError {
            throw PlanEntryMistake(message: error.message)
        }
        try vault.decide(line, summary: summary)
    }

    /// Removes an entry of the plan: one that a command set, or else one of the file.
    ///
    /// - Parameter summary: the command, for `history`.
    public func removePlan(_ kind: PlanLine.Kind, _ name: String, summary: String) throws {
        let line = PlanLine(kind, name, text: nil)
        let written = try configured { try $0.plan() }
        if written.names.contains(where: { PlanLine.Key($0.kind, $0.name) == line.key }) {
            try vault.decide(line, summary: summary)
        } else {
            try vault.forget(line, summary: summary)
        }
    }
}

/// Why an entry of the plan can't be set.
public struct PlanEntryMistake: Error, Hashable, Sendable {
    public let message: String
}
