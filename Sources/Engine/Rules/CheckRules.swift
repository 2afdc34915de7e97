public import Classification
internal import Configuration
internal import Foundation
internal import Model
internal import Scripting
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
    /// Functions that fail on transactions of the vault, or on every made-up one if they match
    /// none. The files stay in use.
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

extension RulesCheck {
    /// What it says of one file.
    fileprivate func of(_ file: String) -> RulesCheck {
        RulesCheck(
            files: files.filter { $0.path == file }, modules: modules.filter { $0 == file },
            maps: maps.filter { $0.path == file },
            leftOut: leftOut.filter { rejected in
                rejected.file == file || rejected.neededBy.contains(file)
                    || rejected.problems.contains { $0.file == file }
            },
            failures: failures.filter { $0.file == file }, notes: notes.filter { $0.file == file })
    }
}

extension Engine {
    /// Reads all rules and looks for likely mistakes.
    ///
    /// - Parameter name: the file to report on, as a person writes it; nil for all.
    /// - Throws: ``RuleError/noSuchFile(_:hint:)``.
    public func checkRules(inFile name: String? = nil) throws -> RulesCheck {
        let check = try checkAllRules()
        guard let name else { return check }
        let known =
            check.files.map(\.path) + check.leftOut.map(\.file) + check.modules
            + check.maps.map(\.path) + check.notes.map(\.file)
        return check.of(try ruleFile(called: name, among: known))
    }

    private func checkAllRules() throws -> RulesCheck {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            let rules = written.userRules
            let wrong = Set(leftOut.map(\.file))
            let tests = try RuleTests.run(rules, in: written.pipeline)
            let snapshot = try vault.snapshot(asOf: moment.today)
            let (plugins, _) = try pluginShelf().plugins(forPassIn: written.enabled)
            let classifier = Classifier(
                plugins, userRules: rules, accountNames: written.accountNames)
            let shipped = Set(
                ShippedFiles.all.filter { file in
                    written.sources.rules.contains(RuleSource(file: file.path, bytes: file.bytes))
                }.map(\.path))
            let trial = try classifier.functionTrial(on: snapshot, except: shipped)
            let ofMaps = written.library.maps.flatMap {
                $0.notes(folder: "rules/", categories: written.pipeline.categories)
                    + $0.repeatedKeys(folder: "rules/")
            }
            let mistakes = Set(leftOut.flatMap(\.problems))
            return try RulesCheck(
                files: rules.files.filter { !wrong.contains($0.name) }.map { file in
                    RulesCheck.File(
                        path: file.name, rules: file.rules,
                        tests: tests.count { $0.file == file.name })
                },
                modules: written.library.modules.map(\.chunkName).filter { !wrong.contains($0) },
                maps: written.library.maps.map {
                    FolderMap(path: "rules/\($0.name)", rows: $0.entries.count)
                }.filter { !wrong.contains($0.path) },
                leftOut: leftOut, failures: trial.failures,
                notes: rules.notes(accounts: snapshot.accounts)
                    + classifier.notesOnUnmatchedRules(in: snapshot, except: shipped)
                    + trial.notes
                    + ofMaps.filter { !mistakes.contains($0) } + unreadConfiguration()
                    + vault.storedRules().flatMap(\.repeatedFields)
                    + written.sources.rules.drafts.map { draft in
                        RuleFileProblem(
                            file: draft.file, line: 1,
                            message: "it is a draft and not in use; remove this line to use it"
                        )
                    })
        }
    }
}

extension Engine {
    /// Notes about configuration files that nothing reads, such as one with a misspelt name.
    func unreadConfiguration() throws -> [RuleFileProblem] {
        let texts = try configurationSources().texts
        let known = Set(ShippedFiles.all.map(\.path).filter { $0.hasPrefix("config/") })
        return texts.keys.filter { !known.contains($0) }.sorted().compactMap { path in
            let name = String(path.dropFirst("config/".count))
            // A stage of pipeline.toml may have a file of any name.
            let isNamed = texts.contains { file, text in
                file != path && String(decoding: text, as: UTF8.self).contains("\"\(name)\"")
            }
            guard !isNamed else { return nil }
            return RuleFileProblem(
                file: path, line: nil,
                message: "nothing reads this file"
                    + Suggestion.phrase(
                        for: name, among: known.map { String($0.dropFirst("config/".count)) }))
        }
    }
}

/// The outcome of the tests in rules.
public struct RulesTest: Sendable {
    /// In rule order.
    public let outcomes: [RuleTestOutcome]
    /// Files with errors, whose tests were not run.
    public let leftOut: [RejectedFile]
    /// In rule order; empty unless it was asked for.
    public let coverage: [RuleCoverage]
}

extension Engine {
    /// Runs the tests in the vault's rules.
    ///
    /// - Parameter name: the only file to test, as "20-mine", "20-mine.lua",
    ///   "rules/20-mine.lua" or its path; nil for all.
    /// - Parameter withCoverage: whether to find out what the tests decide.
    /// - Throws: ``RuleError/noSuchFile(_:hint:)``.
    public func testRules(
        inFile name: String? = nil, withCoverage: Bool = false
    ) throws -> RulesTest {
        try uninterrupted {
            let (written, leftOut) = try rulesAsWritten()
            // Of files with errors, only those whose sole error is a failing test can be tested.
            let readable = Set(written.userRules.files.map(\.name))
            let broken = leftOut.filter { !readable.contains($0.file) }
            let files = try name.map { name in
                Set([
                    try ruleFile(
                        called: name,
                        among: written.userRules.files.map(\.name) + broken.map(\.file))
                ])
            }
            return RulesTest(
                outcomes: try RuleTests.run(
                    written.userRules, of: files, in: written.pipeline),
                leftOut: broken.filter { files?.contains($0.file) ?? true },
                coverage: withCoverage
                    ? try RuleTests.coverage(of: written.userRules, in: files, written.pipeline)
                    : [])
        }
    }

    /// The file that a person calls by its name, with or without its ending and folder.
    private func ruleFile(called name: String, among known: [String]) throws -> String {
        if let file = known.first(where: { isRuleFile($0, called: name) }) { return file }
        let meant = name.contains("/") ? name : "rules/" + Self.luaFile(name)
        throw RuleError.noSuchFile(name, hint: Suggestion.phrase(for: meant, among: known))
    }

    /// - Parameter file: "rules/20-mine.lua".
    private func isRuleFile(_ file: String, called name: String) -> Bool {
        let written = [name, Self.luaFile(name)]
        guard !(written + written.map { "rules/" + $0 }).contains(file) else { return true }
        let folder = URL(fileURLWithPath: vault.folder.path).standardizedFileURL
        return URL(fileURLWithPath: name).standardizedFileURL == folder.appendingPathComponent(file)
    }

    private static func luaFile(_ name: String) -> String {
        name.hasSuffix(".lua") ? name : name + ".lua"
    }
}

extension Engine {
    /// Opens a Lua prompt with the vault's transactions and their conclusions; nothing is
    /// stored.
    public func withConsole<Result>(_ body: (LuaConsole) throws -> Result) throws -> Result {
        let setup = try passSetup()
        return try LuaConsole.open(
            over: try snapshot(for: setup), classifier: setup.classifier,
            categories: setup.pipeline.categories, library: setup.library.library, on: scripts, body
        )
    }
}
