public import Classification
internal import Configuration
internal import Foundation
public import Model
public import Scripting
internal import Vault

/// What is in the folder of rules, and what is wrong with it.
public struct RulesCheck: Sendable {
    public struct File: Sendable {
        /// "rules/20-mine.lua".
        public let path: String
        public let rules: Int
        /// Samples that rules of the file are tested on.
        public let tests: Int
    }

    /// Rule files without mistakes, in the order in which they are read.
    public let files: [File]
    public let modules: [String]
    public let maps: [FolderMap]
    /// Files with mistakes.
    public let leftOut: [LeftOutFile]
    /// Functions that fail on every transaction that was made up. They need not on the
    /// person's own, so the files are used.
    public let failures: [RuleFileProblem]
    /// What is probably not meant.
    public let notes: [RuleFileProblem]
}

/// A table that Lua files of a folder can look things up in.
public struct FolderMap: Sendable {
    /// "rules/payees.csv".
    public let path: String
    public let rows: Int
}

extension Engine {
    /// Reads all rules, and looks for what is probably not meant.
    public func checkRules() throws -> RulesCheck {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            let rules = written.userRules
            let wrong = Set(leftOut.map(\.file))
            let tests = try RuleTests.run(rules, in: written.pipeline)
            let trial = try rules.functionTrial(in: written.pipeline)
            let snapshot = try vault.snapshot(asOf: moment.today)
            return try RulesCheck(
                files: rules.files.filter { !wrong.contains($0.name) }.map { file in
                    RulesCheck.File(
                        path: file.name, rules: file.rules,
                        tests: tests.count { $0.file == file.name })
                },
                modules: written.library.modules.map(\.chunkName),
                maps: written.library.maps.map {
                    FolderMap(path: "rules/\($0.name)", rows: $0.entries.count)
                },
                leftOut: leftOut, failures: trial.failures,
                notes: rules.notes(accounts: snapshot.accounts) + trial.notes
                    + vault.storedRules().flatMap(\.repeatedFields))
        }
    }
}

/// What came of the tests that are written in rules.
public struct RulesTest: Sendable {
    /// In the order in which rules are asked.
    public let outcomes: [RuleTestOutcome]
    /// Files with mistakes, whose tests were not run.
    public let leftOut: [LeftOutFile]
}

extension Engine {
    /// Runs the tests that are written in the vault's rules.
    ///
    /// - Parameter name: the only file whose tests are run, as "20-mine",
    ///   "20-mine.lua", "rules/20-mine.lua" or the path to it; nil for all.
    /// - Throws: ``RuleError/noSuchFile(_:hint:)``.
    public func testRules(inFile name: String? = nil) throws -> RulesTest {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            // Of those with a mistake only where a test fails can tests be run.
            let readable = Set(written.userRules.files.map(\.name))
            let broken = leftOut.filter { !readable.contains($0.file) }
            guard let name else {
                return RulesTest(
                    outcomes: try RuleTests.run(written.userRules, in: written.pipeline),
                    leftOut: broken)
            }
            let known = written.userRules.files.map(\.name) + broken.map(\.file)
            guard let file = known.first(where: { isRuleFile($0, called: name) }) else {
                let meant = name.contains("/") ? name : "rules/" + Self.luaFile(name)
                throw RuleError.noSuchFile(name, hint: Suggestion.phrase(for: meant, among: known))
            }
            return RulesTest(
                outcomes: try RuleTests.run(written.userRules, of: [file], in: written.pipeline),
                leftOut: broken.filter { $0.file == file })
        }
    }

    /// - Parameter file: "rules/20-mine.lua".
    private func isRuleFile(_ file: String, called name: String) -> Bool {
        let written = Self.luaFile(name)
        guard file != written, file != "rules/" + written else { return true }
        let folder = URL(fileURLWithPath: vault.folder.path).standardizedFileURL
        return URL(fileURLWithPath: name).standardizedFileURL == folder.appendingPathComponent(file)
    }

    private static func luaFile(_ name: String) -> String {
        name.hasSuffix(".lua") ? name : name + ".lua"
    }
}

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

/// Reads sample transactions from JSON: a list of objects or of descriptions,
/// as rules write their samples, or as `transactions --json` writes
/// transactions.
public enum SampleFile {
    /// Why a text holds no samples.
    public struct Mistake: Error, Hashable, Sendable {
        /// In words for the person who wrote it, a line each.
        public let messages: [String]
    }

    /// - Parameter json: at most some megabytes; it is read as a whole.
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
    /// As Lua would write it. Of an object the fields that tell of conclusions are
    /// dropped; a payee, tags and notes are those that a sample has.
    fileprivate var sample: ScriptValue { scriptValue(without: Self.concluded) }

    /// What `transactions --json` tells beside the bank's own.
    private static let concluded: Set = [
        "id", "account_id", "account_bank_id", "bank_id", "class", "category", "lens", "partner",
        "series", "splits", "excluded", "reasons",
    ]
}

extension Engine {
    /// Opens a Lua prompt over the vault's transactions, as they are concluded
    /// now; nothing is stored.
    public func withConsole<Result>(_ body: (LuaConsole) throws -> Result) throws -> Result {
        let setup = try passSetup()
        return try LuaConsole.open(
            over: try snapshot(for: setup), classifier: setup.classifier,
            library: setup.library.library, on: scripts, body)
    }
}
