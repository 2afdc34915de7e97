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
    public static func tryRules(
        at path: String, on samples: [SampleTransaction]
    ) throws -> RuleTrial {
        let pipeline = try shippedConfiguration().pipeline()
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let library =
            folder.lastPathComponent == "rules"
            ? LibraryFiles.ofRules(vaultPath: folder.path)
            : LibraryFiles(folder: folder.lastPathComponent, files: [])
        let rules = try UserRules(
            [RuleSource(file: path, bytes: try FileReader.bytes(at: path))],
            categories: pipeline.categories, library: library.library)
        let pass = try Classifier(pipeline: pipeline, userRules: rules)
            .conclude(SampleTransaction.snapshot(of: samples))
        return RuleTrial(
            samples: samples,
            verdicts: pass.conclusions.entries.map(pass.conclusions.verdict), uses: pass.uses,
            printed: rules.takeOutput(), leftOut: library.leftOut + rules.leftOut,
            problems: pass.problems)
    }
}
