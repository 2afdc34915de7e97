import Model
import Rules

extension PipelineRun {
    mutating func runCorrections(stage: Int) {
        let reason = Reason(correctionIn: pipeline.stages[stage])
        for (row, correction) in correctedRows.inRowOrder {
            add(
                Contribution(
                    stage: stage, reason: reason, effect: Effect(correction), isPersons: true),
                to: row)
        }
    }
}

extension Reason {
    /// - Parameter stage: the stage of corrections.
    init(correctionIn stage: Stage) {
        self.init(by: stage.name, rule: nil, Evidence(.corrected), kind: .correction)
    }
}
