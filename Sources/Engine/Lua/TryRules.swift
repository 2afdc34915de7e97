public import Classification
internal import Configuration
internal import Foundation
public import Model
public import Scripting

/// What a rule file does to samples.
public struct RuleTrial: Sendable {
    public let samples: [SampleTransaction]
    /// In the order of the samples: what the whole pipeline concludes.
    public let verdicts: [Verdict]
    /// How often each rule of the file matched.
    public let uses: [RuleUse]
    /// What the file printed.
    public let printed: [ScriptOutput]
    public let leftOut: [LeftOutFile]
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Takes samples through the pipeline as it is shipped, with one rule file.
    /// No vault is touched.
    ///
    /// - Parameters:
    ///   - path: the rule file. Modules and maps are looked for beside it where
    ///     its folder is named "rules": another could be a whole home folder.
    ///   - samples: what to try it on.
    ///   - host: where it is run.
    public static func tryRules(
        at path: String, on samples: [SampleTransaction], host: ScriptHost
    ) throws -> RuleTrial {
        let pipeline = try ConfigurationFiles.shipped.compiledPipeline()
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let library =
            folder.lastPathComponent == "rules"
            ? LibraryFiles.ofRules(vaultPath: folder.path, on: host)
            : LibraryFiles(folder: folder.lastPathComponent, files: [], on: host)
        let rules = try UserRules(
            [RuleSource(file: path, bytes: try FileReader.bytes(at: path))],
            categories: pipeline.categories, library: library.library, on: host)
        let pass = try Classifier(pipeline: pipeline, userRules: rules)
            .conclude(SampleTransaction.snapshot(of: samples))
        return RuleTrial(
            samples: samples,
            verdicts: zip(samples, pass.conclusions.entries).map { sample, entry in
                pass.conclusions.verdict(of: entry).naming(sample)
            },
            uses: pass.uses, printed: rules.takeOutput(),
            leftOut: library.leftOut + rules.leftOut, problems: pass.problems)
    }
}

extension Verdict {
    /// The verdict on a sample, with the sample as the reason for what it gave.
    fileprivate func naming(_ sample: SampleTransaction) -> Verdict {
        let given = "Given by the sample"
        func named<Value>(_ decided: Decided<Value>, _ text: String) -> Decided<Value> {
            let reason = decided.reason
            return Decided(
                decided.value,
                because: Reason(
                    by: reason.by, rule: reason.rule,
                    text: reason.text.replacing(text, with: given)))
        }
        var verdict = self
        if !sample.payee.isEmpty, payee?.value == sample.payee {
            verdict.payee = payee.map { named($0, Reason.payeeOfText) }
        }
        if !sample.tags.isEmpty { verdict.tags = tags.map { named($0, Reason.correction) } }
        if !sample.notes.isEmpty { verdict.notes = notes.map { named($0, Reason.correction) } }
        return verdict
    }
}
