internal import Classification
public import Insights
public import Model

extension Engine {
    /// The conclusions on some days' transactions, for the user to confirm or correct.
    public func review(_ days: Range<CalendarDay>) throws -> Review {
        let stages = try configured { try $0.compiledPipeline() }.stages
        let ofPerson = stages.filter { stage in
            switch stage.kind {
            case .userRules, .corrections, .memory: true
            default: false
            }
        }
        return try Review(
            vault, days: days,
            by: ReviewStages(ofPerson: Set(ofPerson.map(\.name)), last: stages.last?.name))
    }
}
