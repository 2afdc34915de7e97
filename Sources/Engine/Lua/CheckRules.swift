public import Classification
internal import Model
internal import Scripting
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
