import Model
import Rules

extension PipelineRun {
    mutating func runPlugins(_ plugins: Plugins, stage: Int) {
        let name = pipeline.stages[stage].name
        let overruled = plugins.stagesOverruled(by: name)
        let texts = snapshot.texts
        texts.withUTF8Bytes { texts in
            plugins.forEachOpinion(of: name, on: view(texts)) { row, effect, reason in
                var effect = effect
                if !fits(effect, row, overruling: !overruled.isEmpty) {
                    unfitSplits.note(Decider(plugin: name))
                    effect.splits = nil
                }
                let contribution = number(
                    of: Contribution(
                        stage: stage,
                        reason: Reason(
                            by: name, rule: nil, Evidence(.plugin, name, reason)),
                        effect: effect, overrules: overruled.isEmpty ? .none : .stages(overruled)))
                add(contribution, to: row)
                noteCut(of: contribution, by: Decider(plugin: name))
            }
        }
    }
}
