import Model
import Rules
import Scripting

/// The plugins of one pass, in their places in a pipeline.
///
/// Used by one thread at a time. What they do wrong while they are asked is
/// gathered, and reported once for each plugin.
public final class Plugins {
    /// A plugin together with what the person set about it.
    public struct Choice {
        public let plugin: LoadedPlugin
        /// By the setting's name; the default holds for those that are missing.
        public let settings: [String: SettingValue]

        public init(_ plugin: LoadedPlugin, settings: [String: SettingValue] = [:]) {
            self.plugin = plugin
            self.settings = settings
        }
    }

    /// The pipeline with a stage for each plugin that has a place in it.
    public let pipeline: Pipeline

    /// The plugins that could not be placed, and why.
    public let leftOut: [RuleFileProblem]

    private let choices: [String: Choice]
    private let effects: EffectReader
    private var failures = PluginFailures()

    /// Gives each plugin its place.
    ///
    /// A plugin whose place can't be found is left out, with those that need
    /// it; the others are not touched by it.
    ///
    /// - Parameters:
    ///   - choices: plugins of different names.
    ///   - pipeline: the stages that they stand among.
    public init(_ choices: [Choice], in pipeline: Pipeline) {
        let placing = PluginPlacing(choices.map(\.plugin), in: pipeline)
        self.pipeline = placing.pipeline
        leftOut = placing.leftOut
        self.choices = Dictionary(
            choices.map { ($0.plugin.manifest.name, $0) }, uniquingKeysWith: { first, _ in first })
        effects = EffectReader(categories: pipeline.categories)
    }

    /// No plugins.
    public static func none(in pipeline: Pipeline) -> Plugins { Plugins([], in: pipeline) }

    /// Asks a plugin about a snapshot and tells what it decides of each
    /// transaction, `classify_all` first.
    ///
    /// A function that fails has no say on that transaction; a `classify_all`
    /// that fails has none at all.
    func forEachOpinion(
        of name: String, on view: PluginView,
        _ body: (_ row: Int, _ effect: Effect, _ reason: String?) -> Void
    ) {
        guard let choice = choices[name] else { return }
        let plugin = choice.plugin
        do {
            try plugin.sandbox.setContext(context(choice, asOf: view.snapshot.asOf))
        } catch {
            failures.note(plugin, error, line: nil)
            return
        }
        if let classifyAll = plugin.classifyAll {
            var line = classifyAll.line
            do {
                let decisions = try plugin.sandbox.decisions(of: classifyAll, over: view)
                var opinions: [(row: Int, effect: Effect, reason: String?)] = []
                for decision in decisions {
                    line = decision.line ?? line
                    let effect = try effect(
                        decision.value, because: decision.reason, of: plugin)
                    opinions.append((view.rowOfSnapshot(decision.row), effect, decision.reason))
                }
                for opinion in opinions { body(opinion.row, opinion.effect, opinion.reason) }
            } catch {
                failures.note(plugin, error, line: line)
            }
        }
        if let classify = plugin.classify {
            let record = RecordBuffer(layout: PluginFields.layout, source: view)
            for first in stride(from: 0, to: view.count, by: Self.rowsAtOnce) {
                let rows = first..<min(first + Self.rowsAtOnce, view.count)
                let answers = plugin.sandbox.answers(of: classify, on: record, ofRows: rows)
                for (row, answer) in zip(rows, answers) {
                    guard !failures.isSetAside(plugin) else { return }
                    do {
                        let answer = try answer.get()
                        guard answer.value != .nil else { continue }
                        body(
                            view.rowOfSnapshot(row),
                            try effect(answer.value, because: answer.reason, of: plugin),
                            answer.reason)
                    } catch {
                        failures.note(plugin, error, line: classify.line)
                    }
                }
            }
        }
    }

    /// A plugin is asked about so many transactions at once: the way there and back costs more than
    /// an answer.
    private static let rowsAtOnce = 256

    /// What went wrong since the last time this was asked, a problem a plugin.
    func takeProblems() -> [RuleFileProblem] {
        defer { failures = PluginFailures() }
        return failures.problems
    }

    private func effect(
        _ value: ScriptValue, because reason: String?, of plugin: LoadedPlugin
    ) throws(RuleReadingError) -> Effect {
        // A reason is kept with what it is for, and may differ each time.
        guard (reason?.utf8.count ?? 0) <= EffectReader.mostBytesOfText else {
            throw RuleReadingError(
                message: "a reason is longer than \(EffectReader.mostBytesOfText) bytes")
        }
        var mistakes = Mistakes()
        let effect = effects.effect(value, at: .whole, &mistakes)
        guard mistakes.all.isEmpty else {
            throw RuleReadingError(message: mistakes.all.map(\.message).joined(separator: "; "))
        }
        for attribute in effect.decisions.map(\.attribute)
        where !plugin.manifest.decides.contains(attribute) {
            throw RuleReadingError(
                message: "the plugin decided \"\(attribute.rawValue)\", which is not in its "
                    + "\"decides\"")
        }
        return effect
    }

    private func context(_ choice: Choice, asOf day: CalendarDay) -> ScriptValue {
        var settings: [String: ScriptValue] = [:]
        for setting in choice.plugin.manifest.settings {
            settings[setting.name] =
                (choice.settings[setting.name] ?? setting.defaultValue).scriptValue
        }
        return .table(
            ScriptTable(fields: [
                "settings": .table(ScriptTable(fields: settings)),
                "today": .string(day.description),
            ]))
    }
}

extension SettingValue {
    /// The value as plugins read it. A decimal becomes the nearest number.
    fileprivate var scriptValue: ScriptValue {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(Double(value.description) ?? .nan)
        case .text(let text): .string(text)
        case .texts(let texts): .table(ScriptTable(array: texts.map(ScriptValue.string)))
        }
    }
}
