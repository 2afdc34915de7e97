internal import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Scripting
public import Statements
internal import Vault

/// The rules of another program as a rule file.
public struct MovedRules: Sendable {
    /// "hledger", "Firefly III" or "Actual".
    public let program: String
    /// The file in the vault's folder; nil if it was not written.
    public let path: String?
    public let text: String
    public let rules: Int
    /// The number of rows that test them.
    public let tests: Int
    /// The rules that no row matches.
    public let untested: Int
    /// New categories of the person's own, by name.
    public let newCategories: [String]
    /// What can't be said here, in the order of the other program's file.
    public let lost: [LostPart]

    public struct LostPart: Sendable {
        /// "line 4", or "rule 4" of a file without lines.
        public let place: String
        public let text: String
    }
}

/// Why rules can't be taken over.
public enum MovedRulesError: Error, Hashable, Sendable {
    /// No format that is known.
    case notRules
    /// It has no rule that can be said here.
    case noRules
}

extension Engine {
    /// Writes the rules of another program as a rule file, with rows of theirs as tests.
    ///
    /// - Parameters:
    ///   - bytes: rules of hledger for CSV files, the rules that Firefly III exports, or the export
    ///     of Actual, whose own rows are tests, too.
    ///   - rows: files with the person's rows.
    ///   - name: of the rule file; nil for one after the program.
    ///   - dryRun: whether to write nothing.
    /// - Throws: ``MovedRulesError``, or as ``newRuleFile(named:)``.
    public func moveRules(
        _ bytes: [UInt8], of file: String, testedBy rows: [Statement], named name: String?,
        dryRun: Bool
    ) throws -> MovedRules {
        try uninterrupted {
            let setup = try passSetup()
            let found = try foreignRules(bytes, of: file, setup)
            let program = found.program
            let (tree, changes) = (try self.categories(), try vault.categoryChanges())
            let foreign = try configured { try $0.foreignCategories() }
            func draftFile(naming names: [String]) -> (ForeignRuleFile, MovedCategories) {
                let categories = MovedCategories(
                    named: names, tree: tree, changes: changes, foreign: foreign)
                let file = ForeignRuleFile(
                    found.rules, program: program, from: file, definitions: found.definitions,
                    place: found.place, categories: categories, tree: tree, host: scripts)
                return (file, categories)
            }
            // A rule that is set aside needs no category.
            let (whole, _) = draftFile(naming: found.rules.flatMap(\.effect.categories))
            let (kept, categories) = draftFile(naming: whole.usedCategories)
            var draft = kept
            guard !draft.isEmpty else { throw MovedRulesError.noRules }
            try draft.addTests(from: found.samples + rows.flatMap { $0.samples() })
            let text = draft.text
            var path: String?
            if !dryRun {
                let name = name ?? "30-\(program.split(separator: " ")[0].lowercased())"
                let new = NewLuaFile(folder: "rules", path: vault.folder.rulesPath)
                let source = RuleSource(
                    file: "rules/" + new.fileName(of: name), bytes: Array(text.utf8))
                let rules = try UserRules([source], categories: draft.tree, on: scripts)
                path = try new.write(text, named: name)
                // They are older than their file, and came with exceptions.
                try vault.number(rules.unnumbered(in: WordOrder()).map { ($0.rule, 0) })
                try vault.add(categories.added, summary: "rules import \(file)")
            }
            let lost = found.lost + draft.lost.map { ($0.line, $0.text) }
            return MovedRules(
                program: program, path: path, text: text, rules: draft.count,
                tests: draft.tests, untested: draft.untested,
                newCategories: categories.added.compactMap(\.name),
                lost: lost.sorted { $0.0 < $1.0 }.map {
                    MovedRules.LostPart(place: "\(found.place) \($0)", text: $1)
                })
        }
    }

    /// The rules of another program's file.
    private struct FoundRules {
        let program: String
        let rules: [ForeignRule]
        /// What the rule file begins with; empty for nothing.
        var definitions = ""
        var lost: [(Int, String)] = []
        /// Rows that stand beside the rules.
        var samples: [SampleTransaction] = []
        var place = "line"
    }

    private func foreignRules(
        _ bytes: [UInt8], of file: String, _ setup: PassSetup
    ) throws -> FoundRules {
        if bytes.starts(with: "PK".utf8) || bytes.starts(with: "SQLite".utf8) {
            return try actualRules(bytes, of: file, setup)
        }
        guard bytes.count <= Self.mostRuleBytes,
            let text = String(validating: bytes, as: UTF8.self)
        else { throw MovedRulesError.notRules }
        if text.prefix(2_000).contains("row_contains") {
            let value: DataValue
            do throws(DataMistake) {
                value = try scripts.read(.csv, bytes, of: file)
            } catch {
                throw MovedRulesError.notRules
            }
            let records = value.records
            guard FireflyRules.recognises(records.first?.cells ?? []) else {
                throw MovedRulesError.notRules
            }
            return FoundRules(program: "Firefly III", rules: FireflyRules(records).rules)
        }
        guard HledgerRules.recognises(text) else { throw MovedRulesError.notRules }
        let rules = HledgerRules(text)
        return FoundRules(
            program: "hledger", rules: rules.rules, lost: rules.lost.map { ($0.line, $0.text) })
    }

    private func actualRules(
        _ bytes: [UInt8], of file: String, _ setup: PassSetup
    ) throws -> FoundRules {
        let statement = try Self.readStatement(bytes, of: file, scripts: scripts)
        guard statement.program == .actual else { throw MovedRulesError.notRules }
        var names: [String: String] = [:]
        for account in statement.accounts {
            guard case .known(let known, _) = try place(of: account) else { continue }
            names[account.name] = known.name
        }
        var samples = statement.samples(accounts: names)
        let snapshot = setup.pipeline.namingPayees(in: SampleTransaction.snapshot(of: samples))
        var ambiguous: Set<String> = []
        for (index, facts) in snapshot.transactions.enumerated() {
            samples[index].payee = snapshot.texts[facts.payee]
            let payee = samples[index].payee.lowercased()
            if payee != samples[index].bankPayee.lowercased() { ambiguous.insert(payee) }
        }
        let found = ActualRules(
            statement.rules, accounts: names, ambiguousPayees: ambiguous)
        return FoundRules(
            program: StatementProgram.actual.name, rules: found.rules,
            definitions: found.definitions, samples: samples, place: "rule")
    }

    private static let mostRuleBytes = 4 << 20
}

extension DataValue {
    /// The records of a CSV file.
    fileprivate var records: [(line: Int, cells: [String])] {
        guard case .list(let records) = self else { return [] }
        return records.compactMap { record in
            guard case .list(let parts) = record, case .integer(let line)? = parts.first else {
                return nil
            }
            let cells = parts.dropFirst().map { field in
                if case .text(let text) = field { text } else { "" }
            }
            return (Int(clamping: line), cells)
        }
    }
}

extension Statement {
    /// The posted rows, as rules see them. One whose amount its currency can't have is left out.
    ///
    /// - Parameter names: those of accounts here, where they have others.
    fileprivate func samples(accounts names: [String: String] = [:]) -> [SampleTransaction] {
        accounts.flatMap { account in
            account.rows.compactMap { row in
                guard !row.isPending else { return nil }
                let currency = Currency(code: row.currency ?? account.currency ?? "USD")
                var sample = SampleTransaction(description: row.description)
                (sample.bankPayee, sample.memo) = (row.payee, row.memo)
                (sample.day, sample.currency) = (row.day, currency)
                if !account.name.isEmpty {
                    sample.account = names[account.name] ?? account.name
                }
                if program == .actual {
                    sample.notes = MovedDecisions.line(row.notes) ?? ""
                    sample.tags = row.tags.compactMap(MovedDecisions.line)
                }
                do throws(AmountError) {
                    sample.amount = try MinorUnits.exactly(
                        row.amount.description, exponent: currency.exponent)
                } catch {
                    return nil
                }
                return sample
            }
        }
    }
}
