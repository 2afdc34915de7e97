import Model
import Rules
public import Scripting

/// Runs the tests that a plugin's author wrote beside it, in `tests.lua`.
public enum PluginTests {
    /// What came of one test.
    public struct Outcome: Hashable, Sendable {
        /// What the author calls it.
        public let name: String
        /// "Plugins/refunds/tests.lua".
        public let file: String
        public let line: Int
        /// What was not as the test says, a sentence each; empty where all was.
        public let failures: [String]
        /// What the plugin printed.
        public let printed: [String]
    }

    /// Takes each test's transactions through a pipeline with this plugin alone.
    ///
    /// - Parameters:
    ///   - plugin: keeps what its functions remember from test to test, as it
    ///     does from call to call.
    ///   - pipeline: the stages that it stands among.
    ///   - host: where the tests are run.
    /// - Throws: every mistake in the tests themselves. A plugin without tests
    ///   has no outcomes.
    public static func run(
        _ plugin: LoadedPlugin, in pipeline: Pipeline, on host: ScriptHost
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
            let failures = failures(of: test, plugin, in: pipeline, on: host)
            return Outcome(
                name: test.name, file: path, line: test.line, failures: failures,
                printed: plugin.sandbox.takeOutput().map(\.text))
        }
    }

    private static func failures(
        of test: PluginTest, _ plugin: LoadedPlugin, in pipeline: Pipeline, on host: ScriptHost
    ) -> [String] {
        do {
            let rules = try UserRules(
                test.rules.map { [RuleSource(file: "the test's rules", bytes: Array($0.utf8))] }
                    ?? [],
                categories: pipeline.categories, on: host)
            let broken = rules.leftOut.flatMap(\.problems).map { "its rules: \($0.message)" }
            guard broken.isEmpty else { return broken }
            let classifier = Classifier(
                pipeline: pipeline, userRules: rules,
                plugins: [Plugins.Choice(plugin, settings: test.settings)])
            let placing = classifier.pluginsLeftOut.map(\.message)
            guard placing.isEmpty else { return placing }
            let pass = try classifier.conclude(
                SampleTransaction.snapshot(of: test.samples.map(\.sample), asOf: test.today))
            return pass.problems.map(\.failure)
                + zip(test.samples, pass.conclusions.entries).enumerated().compactMap {
                    position, pair in
                    pair.0.failure(
                        number: position + 1, of: pass.conclusions.verdict(of: pair.1))
                }
        } catch {
            return ["the pass failed: \(error)"]
        }
    }
}

/// One `test { … }` of a plugin.
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
}

extension PluginTest.Sample {
    fileprivate func failure(number: Int, of verdict: Verdict) -> String? {
        let effect = Effect(verdict)
        guard !gets.isMet(by: effect) else { return nil }
        return "transaction \(number) (\(sample.description)) should get \(gets.words) "
            + "and gets \(gets.words(of: effect))"
    }
}

extension Effect {
    /// What a verdict comes to, whoever decided it.
    fileprivate init(_ verdict: Verdict) {
        self.init(
            class: verdict.transactionClass.value, category: verdict.category.value,
            lens: verdict.lens?.value, series: verdict.series?.value,
            payee: verdict.payee?.value, note: verdict.notes?.value,
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
