public import Classification
internal import Configuration
internal import Foundation
public import Model
public import Scripting
internal import Vault

/// The files in the rules folder, with their diagnostics.
public struct RulesCheck: Sendable {
    public struct File: Sendable {
        /// "rules/20-mine.lua".
        public let path: String
        public let rules: Int
        /// The number of samples that test the file's rules.
        public let tests: Int
    }

    /// Rule files without errors, in read order.
    public let files: [File]
    public let modules: [String]
    public let maps: [FolderMap]
    /// Files with errors.
    public let leftOut: [RejectedFile]
    /// Functions that fail on every sample transaction. Real ones need not fail, so the files
    /// stay in use.
    public let failures: [RuleFileProblem]
    /// Likely mistakes.
    public let notes: [RuleFileProblem]
}

/// A lookup table for the Lua files of a folder.
public struct FolderMap: Sendable {
    /// "rules/payees.csv".
    public let path: String
    public let rows: Int
}

extension Engine {
    /// Reads all rules and looks for likely mistakes.
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

/// The outcome of the tests in rules.
public struct RulesTest: Sendable {
    /// In rule order.
    public let outcomes: [RuleTestOutcome]
    /// Files with errors, whose tests were not run.
    public let leftOut: [RejectedFile]
}

extension Engine {
    /// Runs the tests in the vault's rules.
    ///
    /// - Parameter name: the only file to test, as "20-mine", "20-mine.lua",
    ///   "rules/20-mine.lua" or its path; nil for all.
    /// - Throws: ``RuleError/noSuchFile(_:hint:)``.
    public func testRules(inFile name: String? = nil) throws -> RulesTest {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            // Of files with errors, only those whose sole error is a failing test can be tested.
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

/// The outcome of trying a rule file on samples.
public struct RuleTrial: Sendable {
    public let samples: [SampleTransaction]
    /// The conclusions of the whole pipeline, in sample order.
    public let verdicts: [Verdict]
    /// The number of matches per rule of the file.
    public let uses: [RuleUse]
    /// What the file printed.
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
    /// The verdict with the sample as the reason for the values that it gave.
    fileprivate func naming(_ sample: SampleTransaction) -> Verdict {
        let given = "Given by the sample"
        func named<Value>(_ decided: Decided<Value>, _ text: String) -> Decided<Value> {
            let reason = decided.reason
            return Decided(
                decided.value,
                because: Reason(
                    by: reason.by, rule: reason.rule,
                    text: reason.text.replacing(text, with: given), kind: reason.kind))
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

extension Engine {
    /// Opens a Lua prompt with the vault's transactions and their conclusions; nothing is
    /// stored.
    public func withConsole<Result>(_ body: (LuaConsole) throws -> Result) throws -> Result {
        let setup = try passSetup()
        return try LuaConsole.open(
            over: try snapshot(for: setup), classifier: setup.classifier,
            library: setup.library.library, on: scripts, body)
    }
}
