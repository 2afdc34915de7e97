import Model
import Rules
public import Scripting

/// Runs the tests in a plugin's `tests.lua`.
public enum PluginTests {
    /// The outcome of one test.
    public struct Outcome: Hashable, Sendable {
        /// The author's name for it.
        public let name: String
        /// "Plugins/refunds/tests.lua".
        public let file: String
        public let line: Int
        /// Every failed expectation, one sentence each; empty if the test passed.
        public let failures: [String]
        /// The plugin's output.
        public let printed: [String]
    }

    /// Runs each test's transactions through a pipeline with this plugin.
    ///
    /// - Parameters:
    ///   - plugin: the plugin to test.
    ///   - others: the plugins that it needs or has a place beside, as they are set.
    ///   - pipeline: the stages around the plugin.
    ///   - host: where the tests run.
    /// - Throws: all mistakes in the tests themselves. A plugin without tests has
    ///   no outcomes.
    public static func run(
        _ plugin: LoadedPlugin, beside others: [Plugins.Choice] = [], in pipeline: Pipeline,
        on host: ScriptHost
    ) throws(PluginLoadError) -> [Outcome] {
        guard let file = plugin.source.file(PluginSource.testsPath) else { return [] }
        let path = "\(plugin.source.folder)/\(PluginSource.testsPath)"
        var declared = DeclaredSource(
            RuleSource(file: path, bytes: file.bytes),
            layout: RuleFields.layout, vocabulary: Vocabulary(declarations: ["test"]),
            library: .empty, limits: LoadedPlugin.limits, on: host)
        let reader = PluginTestReader(
            manifest: plugin.manifest, effects: EffectReader(categories: pipeline.categories))
        var tests: [PluginTest] = []
        for (position, declaration) in declared.declarations.enumerated() {
            var mistakes = Mistakes()
            tests.append(reader.test(declaration, &mistakes))
            declared.note(mistakes, declaration: position)
        }
        guard declared.isWhole else {
            throw PluginLoadError(plugin: plugin.source.name, problems: declared.leftOut.problems)
        }
        return tests.map { test in
            let failures = failures(of: test, plugin, others, in: pipeline, on: host)
            return Outcome(
                name: test.name, file: path, line: test.line, failures: failures,
                printed: plugin.sandbox.takeOutput().map(\.text))
        }
    }

    private static func failures(
        of test: PluginTest, _ plugin: LoadedPlugin, _ others: [Plugins.Choice],
        in pipeline: Pipeline, on host: ScriptHost
    ) -> [String] {
        if let file = test.file { return file.failures(readBy: plugin, test.settings) }
        do {
            let rules = try UserRules(
                test.rules.map { [RuleSource(file: "the test's rules", bytes: Array($0.utf8))] }
                    ?? [],
                categories: pipeline.categories, on: host)
            let broken = rules.leftOut.flatMap(\.problems).map { "its rules: \($0.message)" }
            guard broken.isEmpty else { return broken }
            let classifier = Classifier(
                pipeline: pipeline, userRules: rules,
                plugins: [Plugins.Choice(plugin, settings: test.settings)] + others)
            let placing = classifier.pluginsLeftOut.map(\.message)
            guard placing.isEmpty else { return placing }
            let pass = try classifier.conclude(
                SampleTransaction.snapshot(of: test.samples.map(\.sample), asOf: test.today))
            return pass.problems.map(\.failure)
                + zip(test.samples, pass.conclusions.entries).enumerated().compactMap {
                    position, pair in
                    pair.0.failure(
                        number: position + 1, of: pass.conclusions.verdict(of: pair.1),
                        by: plugin.manifest)
                }
        } catch {
            return ["the pass failed: \(error)"]
        }
    }
}

/// One `test { … }` of a plugin or of a rule file.
struct PluginTest {
    struct Sample {
        let sample: SampleTransaction
        let gets: ExpectedEffect
    }

    let name: String
    let line: Int
    let settings: [String: SettingValue]
    let rules: String?
    let today: CalendarDay?
    let samples: [Sample]
    /// The file to read in a test of `read`, which has no samples.
    let file: PluginTestFile?
}

extension PluginTest.Sample {
    fileprivate func failure(
        number: Int, of verdict: Verdict, by plugin: PluginManifest
    ) -> String? {
        let effect = Effect(verdict)
        guard !gets.isMet(by: effect, for: sample) else { return nil }
        // What others decided before it, the plugin could not.
        let others = verdict.reasons.filter { attribute, reason in
            attribute != .tags && plugin.decides.contains(attribute) && reason.by != plugin.name
                && gets.attributes.contains { $0.rawValue == attribute.rawValue }
        }.map { "; \($0.rawValue) was decided by the stage \"\($1.by)\" (\($1.text))" }
        return "transaction \(number) (\(sample.description)) should get "
            + "\(gets.words(for: sample)) but gets \(gets.words(of: effect, for: sample))"
            + others.joined()
    }
}

extension Effect {
    /// The effect of a verdict, whatever decided it.
    init(_ verdict: Verdict) {
        self.init(
            class: verdict.transactionClass.value, category: verdict.category.value,
            lens: verdict.lens?.value, series: verdict.series?.value,
            payee: verdict.payee?.value, loan: verdict.loan?.value, note: verdict.notes?.value,
            tags: verdict.tags?.value ?? [], excluded: verdict.isExcluded?.value,
            splits: verdict.splits?.value)
    }
}

extension RuleFileProblem {
    fileprivate var failure: String {
        let place = line.map { " (\(file):\($0))" } ?? ""
        return message + place
    }
}

/// Reads the `test { … }` declarations of a plugin's tests or of a rule file.
struct PluginTestReader {
    /// Nil for a rule file, whose tests have neither settings nor rules of their own.
    let manifest: PluginManifest?
    let effects: EffectReader

    private enum Part: String, CaseIterable {
        case name, settings, rules, today, transactions
        case file, reads, unreadable

        var path: ValuePath { .whole.field(rawValue) }
    }

    /// - Returns: the readable parts; the rest is in `mistakes`.
    func test(_ declaration: Declaration, _ mistakes: inout Mistakes) -> PluginTest {
        var fields: [String: ScriptValue] = [:]
        if case .table(let table) = declaration.value, table.array.isEmpty {
            fields = table.fields
        } else {
            mistakes.add("write test { name = …, transactions = { … } }", at: .whole)
        }
        let parts = Part.allCases.filter { part in
            switch part {
            case .name, .today, .transactions: true
            case .settings, .rules: manifest != nil
            case .file, .reads, .unreadable: manifest?.reads != nil
            }
        }
        for name in fields.keys.sorted() where !parts.contains(where: { $0.rawValue == name }) {
            mistakes.add(
                "a test has no field \"\(name)\""
                    + Suggestion.phrase(for: name, among: parts.map(\.rawValue)),
                at: .whole.field(name), aim: .key)
        }
        func part(_ part: Part) -> ScriptValue { fields[part.rawValue] ?? .nil }
        let file = text(part(.file), .file, &mistakes).map { text in
            PluginTestFile(
                text: text, reads: tables(part(.reads), &mistakes),
                unreadable: lines(part(.unreadable), &mistakes))
        }
        return PluginTest(
            name: text(part(.name), .name, &mistakes) ?? "test of line \(declaration.line)",
            line: declaration.line, settings: settings(part(.settings), &mistakes),
            rules: text(part(.rules), .rules, &mistakes), today: today(part(.today), &mistakes),
            samples: file == nil ? samples(part(.transactions), &mistakes) : [], file: file)
    }

    private func tables(
        _ value: ScriptValue, _ mistakes: inout Mistakes
    ) -> [[String: ScriptValue]] {
        guard value != .nil else { return [] }
        if case .table(let list) = value, list.fields.isEmpty {
            let tables = list.array.compactMap { item in
                if case .table(let table) = item, table.array.isEmpty { table.fields } else { nil }
            }
            if tables.count == list.array.count { return tables }
        }
        mistakes.add(
            "\"reads\" must be a list of transactions such as { day = \"2025-03-09\", amount = -5 }",
            at: Part.reads.path)
        return []
    }

    private func lines(_ value: ScriptValue, _ mistakes: inout Mistakes) -> [Int] {
        guard value != .nil else { return [] }
        if case .table(let list) = value, list.fields.isEmpty {
            let lines = list.array.compactMap { item in
                if case .integer(let line) = item { Int(exactly: line) } else { nil }
            }
            if lines.count == list.array.count { return lines }
        }
        mistakes.add(
            "\"unreadable\" must be a list of lines such as { 3 }", at: Part.unreadable.path)
        return []
    }

    private func text(
        _ value: ScriptValue, _ part: Part, _ mistakes: inout Mistakes
    ) -> String? {
        switch value {
        case .nil: return nil
        case .string(let text): return text
        default:
            mistakes.add("\"\(part.rawValue)\" must be a text", at: part.path)
            return nil
        }
    }

    private func today(_ value: ScriptValue, _ mistakes: inout Mistakes) -> CalendarDay? {
        guard let text = text(value, .today, &mistakes) else { return nil }
        if let day = CalendarDay(text) { return day }
        mistakes.add("\"today\" must be a day such as \"2025-03-09\"", at: Part.today.path)
        return nil
    }

    private func settings(
        _ value: ScriptValue, _ mistakes: inout Mistakes
    ) -> [String: SettingValue] {
        guard value != .nil, let manifest else { return [:] }
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add(
                "\"settings\" must be a table such as { days = 30 }", at: Part.settings.path)
            return [:]
        }
        var settings: [String: SettingValue] = [:]
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            guard let setting = manifest.setting(name) else {
                mistakes.add(
                    "the plugin has no setting \"\(name)\""
                        + Suggestion.phrase(for: name, among: manifest.settings.map(\.name)),
                    at: Part.settings.path.field(name), aim: .key)
                continue
            }
            guard let value = SettingValue(value, as: setting.kind) else {
                mistakes.add(
                    "\"\(name)\" of \"settings\" must be \(setting.kind)",
                    at: Part.settings.path.field(name))
                continue
            }
            settings[name] = value
        }
        return settings
    }

    private func samples(
        _ value: ScriptValue, _ mistakes: inout Mistakes
    ) -> [PluginTest.Sample] {
        guard case .table(let list) = value, list.fields.isEmpty, !list.array.isEmpty else {
            mistakes.add(
                "\"transactions\" must be a list of samples", at: Part.transactions.path)
            return []
        }
        return list.array.enumerated().map { position, value in
            let path = Part.transactions.path.item(position)
            let sample = SampleReader(otherNames: ["gets"]).sample(value, at: path, &mistakes)
            guard case .table(let table) = value, let gets = table.fields["gets"] else {
                return PluginTest.Sample(
                    sample: sample, gets: ExpectedEffect(effect: Effect(), attributes: []))
            }
            return PluginTest.Sample(
                sample: sample, gets: effects.expected(gets, at: path.field("gets"), &mistakes))
        }
    }
}
