import Model
import Rules

extension PipelineRun {
    mutating func run(_ settings: RecurringSettings, stage: Int) throws {
        let standings = (0..<states.count).map {
            RecurringStanding(states.decidedSoFar(in: Int32($0)))
        }
        let memory = try recall?(Set(Set(stateOfRow).compactMap { standings[Int($0)].payee }))
        let recurring = RecurringStage(
            settings, snapshot: snapshot, standings: standings, stateOfRow: stateOfRow,
            lastCategory: Self.lastCategory, memory: memory,
            usesBankPayees: !pipeline.decidesPayees, isPaired: { partnerOfRow[$0] >= 0 })
        let outcome = recurring.search()
        series += outcome.series.map(\.facts)
        histories = outcome.histories
        missing = outcome.missing
        for found in outcome.series where found.facts.decision != .dismissed {
            let opinion = RecurringOpinion(
                of: found.facts, stage: stage, name: pipeline.stages[stage].name)
            let membership = number(of: opinion.membership)
            for row in found.rows.filter({ !recurring.rows.isRemembered($0) }).map({ Int($0) }) {
                if let lens = lens(ofRecurring: row, worded: recurring.wording) {
                    say(opinion.lens(lens), of: row)
                }
                if !found.facts.isLinkedByRule { say(membership, of: row) }
            }
        }
    }

    /// The lens of a recurring payment, where its category gives none.
    private func lens(ofRecurring row: Int, worded wording: RecurringWording) -> RecurringLens? {
        let category = states.category(of: stateOfRow[row])
        guard snapshot.transactions[row].amount < 0,
            category.flatMap({ pipeline.categories[$0]?.lens }) == nil
        else { return nil }
        return RecurringLens(
            of: expectedClass(of: row), isWordedAsNeed: wording.meaning(of: row).contains(.need),
            to: partner(of: row).map { snapshot.account(of: snapshot.transactions[$0]).type })
    }
}
