public import Classification
internal import Configuration
internal import Foundation
public import Model
public import Scripting
public import Vault

/// The outcome of trying a rule file on samples.
public struct RuleTrial: Sendable {
    public let samples: [SampleTransaction]
    /// The conclusions of the whole pipeline, in sample order.
    public let verdicts: [Verdict]
    /// The number of matches per rule of the file.
    public let uses: [RuleUse]
    /// The file's printed output.
    public let printed: [ScriptOutput]
    public let leftOut: [RejectedFile]
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Runs samples through the shipped pipeline with one rule file, without a vault.
    ///
    /// - Parameters:
    ///   - path: the rule file. Modules and maps beside it are used only if its folder is named
    ///     "rules". Any other could be a whole home folder.
    ///   - samples: the samples to try it on.
    ///   - host: where it runs.
    public static func tryRules(
        at path: String, on samples: [SampleTransaction], host: ScriptHost
    ) throws -> RuleTrial {
        let pipeline = try ConfigurationFiles.shipped.pipeline()
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
            samples, pass, rules, ofFile: path, leftOut: library.leftOut + rules.leftOut)
    }

    /// Runs samples through the vault's rules, plugins and configuration, with one rule file
    /// as if it were in the vault. Nothing is stored.
    ///
    /// - Parameter path: the file. It replaces the vault's rule file of its name.
    public func tryRules(at path: String, on samples: [SampleTransaction]) throws -> RuleTrial {
        try uninterrupted {
            let setup = try passSetup()
            let draft = try draft(of: try file(at: path), in: setup)
            let pass = try draft.classifier.conclude(SampleTransaction.snapshot(of: samples))
            return RuleTrial(
                samples, pass, draft.rulebook.userRules, ofFile: draft.file,
                leftOut: draft.leftOut)
        }
    }

    /// Previews a rule file as if it were in the vault. Nothing is stored.
    ///
    /// A file that is in force as it is has no changes to the vault's rules, so it is compared
    /// with the vault without it.
    ///
    /// - Parameter path: the file. It replaces the vault's rule file of its name.
    public func previewRuleFile(at path: String) throws -> RuleFilePreview {
        try testedPreview(of: try file(at: path), isTested: false).preview
    }

    /// The same for a file's bytes, and the outcomes of its tests.
    func testedPreview(
        of file: RuleSource, isTested: Bool = true
    ) throws -> (preview: RuleFilePreview, tests: [RuleTestOutcome]) {
        try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            let draft = try draft(of: file, in: setup)
            let isInForce = setup.rulebook.sources.rules.contains(file)
            let before = try
                (isInForce
                ? try self.draft(of: nil, insteadOf: file.file, in: setup).classifier
                : setup.classifier)
                .conclude(snapshot)
            let after = try draft.classifier.conclude(snapshot)
            let preview = RuleFilePreview(
                file: draft.file, isInForce: isInForce,
                uses: after.uses.filter { $0.file == draft.file },
                changes: ConclusionChanges(from: before.conclusions, to: after.conclusions),
                printed: draft.rulebook.userRules.takeOutput(), leftOut: draft.leftOut,
                problems: after.problems)
            guard isTested else { return (preview, []) }
            let tests = try RuleTests.run(
                draft.rulebook.userRules, of: [draft.file], in: draft.rulebook.pipeline)
            return (preview, tests)
        }
    }

    /// A file, or else the vault's rule file of that path or name, as messages write it.
    private func file(at path: String) throws -> RuleSource {
        let places = [path, "\(vault.folder.path)/\(path)", "\(vault.folder.rulesPath)/\(path)"]
        let found = places.first { FileManager.default.fileExists(atPath: $0) }
        let path = found ?? path
        return RuleSource(
            file: "rules/" + URL(fileURLWithPath: path).lastPathComponent,
            bytes: try FileReader.bytes(at: path))
    }

    private func draft(of source: RuleSource, in setup: PassSetup) throws -> RuleDraft {
        try draft(of: source, insteadOf: source.file, in: setup)
    }

    /// The vault's rules with a file in place of one of its own; nil for none in its place.
    private func draft(
        of source: RuleSource?, insteadOf file: String, in setup: PassSetup
    ) throws -> RuleDraft {
        var sources = setup.rulebook.sources
        sources.put(source, insteadOf: file)
        let rulebook = try PassRulebook(sources, after: setup.rulebook)
        let (plugins, _) = try pluginShelf().plugins(forPassIn: rulebook.enabled)
        return RuleDraft(
            file: file, rulebook: rulebook,
            classifier: Classifier(
                plugins, userRules: rulebook.userRules, accountNames: rulebook.accountNames))
    }
}

/// The vault's rules with a file that is not in it yet.
private struct RuleDraft {
    /// The file as the vault would call it.
    let file: String
    let rulebook: PassRulebook
    let classifier: Classifier

    /// The file, if it has mistakes.
    var leftOut: [RejectedFile] { rulebook.leftOut.filter { $0.file == file } }
}

/// The changes that a rule file would make in the vault.
public struct RuleFilePreview: Sendable {
    /// The file as the vault would call it.
    public let file: String
    /// Whether the vault has the file as it is. The changes are then those to a vault without it.
    public let isInForce: Bool
    /// The number of matches of each of its rules.
    public let uses: [RuleUse]
    public let changes: ConclusionChanges
    public let printed: [ScriptOutput]
    /// The file, if it has mistakes.
    public let leftOut: [RejectedFile]
    /// Errors of rules while running.
    public let problems: [RuleFileProblem]
}

extension RuleTrial {
    fileprivate init(
        _ samples: [SampleTransaction], _ pass: Pass, _ rules: UserRules, ofFile file: String,
        leftOut: [RejectedFile]
    ) {
        self.init(
            samples: samples,
            verdicts: zip(samples, pass.conclusions.entries).map { sample, entry in
                pass.conclusions.verdict(of: entry).naming(sample)
            },
            uses: pass.uses.filter { $0.file == file }, printed: rules.takeOutput(),
            leftOut: leftOut, problems: pass.problems)
    }
}

extension Verdict {
    /// The verdict with the sample as the reason for the values that it gave.
    fileprivate func naming(_ sample: SampleTransaction) -> Verdict {
        func named<Value>(_ decided: Decided<Value>, _ code: Evidence.Code) -> Decided<Value> {
            let reason = decided.reason
            return Decided(
                decided.value,
                because: Reason(
                    by: reason.by, rule: reason.rule,
                    evidence: reason.evidence.map { $0.code == code ? Evidence(.sample) : $0 },
                    kind: reason.kind))
        }
        var verdict = self
        if !sample.payee.isEmpty, payee?.value == sample.payee {
            verdict.payee = payee.map { named($0, .payeeRead) }
        }
        if !sample.tags.isEmpty { verdict.tags = tags.map { named($0, .corrected) } }
        if !sample.notes.isEmpty { verdict.notes = notes.map { named($0, .corrected) } }
        return verdict
    }
}

/// A reader of sample transactions in JSON. It accepts a list of objects or descriptions,
/// as in rules, and the output of `transactions --json`.
public enum SampleFile {
    /// Why a file has no valid samples.
    public struct Mistake: Error, Hashable, Sendable {
        /// The messages for the author, one line each.
        public let messages: [String]
    }

    /// - Parameter json: a few megabytes at most; it is read as a whole.
    public static func read(_ json: [UInt8]) throws(Mistake) -> [SampleTransaction] {
        let values: [JSONValue]
        do {
            values = try JSONDecoder().decode([JSONValue].self, from: Data(json))
        } catch {
            throw Mistake(messages: [
                "it must be a list in JSON, such as "
                    + "[{ \"description\": \"NETFLIX\", \"amount\": -15.49 }]"
            ])
        }
        var samples: [SampleTransaction] = []
        var messages: [String] = []
        for (position, value) in values.enumerated() {
            do throws(SampleError) {
                samples.append(try SampleTransaction(value.sample))
            } catch {
                messages += error.messages.map { "entry \(position + 1): \($0)" }
            }
        }
        guard messages.isEmpty else { throw Mistake(messages: messages) }
        return samples
    }
}

extension JSONValue {
    /// The sample as a Lua value. Fields with conclusions are dropped; payee, tags and notes
    /// stay.
    fileprivate var sample: ScriptValue { scriptValue(without: Self.concluded) }

    /// The fields that `transactions --json` adds to the bank's.
    private static let concluded: Set = [
        "id", "account_id", "account_bank_id", "bank_id", "class", "category", "guess", "lens",
        "partner", "purchase", "series", "splits", "excluded", "reasons",
    ]
}
