import Model
import Rules
public import Scripting

/// The plugins of one pass, placed in a pipeline.
///
/// Only one thread at a time may use them. Errors of a plugin's functions are
/// collected and reported once per plugin.
public final class Plugins {
    /// A plugin with the person's settings for it.
    public struct Choice {
        public let plugin: LoadedPlugin
        /// By name; the default applies to missing settings.
        public let settings: [String: SettingValue]
        /// Reads the bytes of what it answered in the last pass, which stays where it fails.
        let lastAnswers: () throws -> [UInt8]?

        public init(
            _ plugin: LoadedPlugin, settings: [String: SettingValue] = [:],
            lastAnswers: @escaping () throws -> [UInt8]? = { nil }
        ) {
            self.plugin = plugin
            self.settings = settings
            self.lastAnswers = lastAnswers
        }
    }

    /// The pipeline with a stage for each placed plugin.
    public let pipeline: Pipeline

    /// The plugins that could not be placed, with reasons.
    public let leftOut: [RuleFileProblem]

    private let choices: [String: Choice]
    private let effects: EffectReader
    private var failures = PluginFailures()
    private var answers: [String: [UInt8]] = [:]

    /// Places each plugin in the pipeline.
    ///
    /// A plugin that can't be placed is skipped, along with those that require it;
    /// others are unaffected.
    ///
    /// - Parameters:
    ///   - choices: plugins with different names.
    ///   - pipeline: the stages to place them among.
    public init(_ choices: [Choice], in pipeline: Pipeline) {
        let choices = choices.filter(\.plugin.classifies)
        let placing = PluginPlacing(choices.map(\.plugin), in: pipeline)
        self.pipeline = placing.pipeline
        leftOut = placing.leftOut
        self.choices = Dictionary(
            choices.map { ($0.plugin.manifest.name, $0) }, uniquingKeysWith: { first, _ in first })
        effects = EffectReader(categories: pipeline.categories)
    }

    /// What a plugin printed since the last call.
    public func takeOutput(of name: String) -> [ScriptOutput] {
        choices[name]?.plugin.sandbox.takeOutput() ?? []
    }

    /// Runs a plugin over a snapshot and reports its contribution to each transaction,
    /// `classify_all` first.
    ///
    /// Where a function fails, what it answered in the last pass stays.
    func forEachOpinion(
        of name: String, on view: PluginView,
        _ body: (_ row: Int, _ effect: Effect, _ reason: String?) -> Void
    ) {
        guard let choice = choices[name] else { return }
        let plugin = choice.plugin
        var given = PluginAnswers(choice.lastAnswers)
        defer {
            answers[name] = given.archive.bytes
            if given.areKept { failures.noteKept(plugin) }
        }
        func tell(
            _ answer: ScriptAnswer, _ row: Int, isOfMany: Bool
        ) throws(RuleReadingError) {
            let effect = try effect(answer.value, because: answer.reason, of: plugin)
            let row = view.rowOfSnapshot(row)
            given.note(answer, of: view.snapshot.transactions[row].id, isOfMany: isOfMany)
            body(row, effect, answer.reason)
        }
        func tellLast(_ row: Int, isOfMany: Bool) {
            let id = view.snapshot.transactions[view.rowOfSnapshot(row)].id
            let last =
                isOfMany
                ? given.lastOfAll(about: id)
                : [given.lastOfEach(about: id)].compactMap(\.self)
            for answer in last {
                do throws(RuleReadingError) {
                    try tell(answer, row, isOfMany: isOfMany)
                } catch {
                    // Such as a category that is gone; the failure itself is reported.
                    continue
                }
            }
        }
        do {
            try plugin.sandbox.setContext(context(choice, asOf: view.snapshot.asOf))
        } catch {
            failures.note(plugin, error, line: nil)
            for row in 0..<view.count {
                tellLast(row, isOfMany: true)
                tellLast(row, isOfMany: false)
            }
            return
        }
        if let classifyAll = plugin.classifyAll {
            var line = classifyAll.line
            do {
                let decisions = try plugin.sandbox.decisions(of: classifyAll, over: view)
                // One that is no use discards all of them.
                for decision in decisions {
                    line = decision.line ?? line
                    _ = try effect(decision.value, because: decision.reason, of: plugin)
                }
                for decision in decisions {
                    try tell(
                        ScriptAnswer(value: decision.value, reason: decision.reason),
                        decision.row, isOfMany: true)
                }
            } catch {
                failures.noteWhole(plugin, error, line: line)
                for row in 0..<view.count { tellLast(row, isOfMany: true) }
            }
        }
        guard let classify = plugin.classify else { return }
        let record = RecordBuffer(layout: PluginFields.layout, source: view)
        for first in stride(from: 0, to: view.count, by: Self.rowsAtOnce) {
            let rows = first..<min(first + Self.rowsAtOnce, view.count)
            guard !failures.isSetAside(plugin) else {
                for row in rows { tellLast(row, isOfMany: false) }
                continue
            }
            let answers = plugin.sandbox.answers(of: classify, on: record, ofRows: rows)
            for (row, answer) in zip(rows, answers) {
                do {
                    let answer = try answer.get()
                    guard answer.value != .nil else { continue }
                    try tell(answer, row, isOfMany: false)
                } catch {
                    if !failures.isSetAside(plugin) {
                        failures.note(plugin, error, line: classify.line)
                    }
                    tellLast(row, isOfMany: false)
                }
            }
        }
    }

    /// The number of transactions per request to a plugin: a round trip costs more than an answer.
    private static let rowsAtOnce = 256

    /// The positions of the stages whose decisions a plugin replaces.
    func stagesOverruled(by name: String) -> Set<Int> {
        let overruled = choices[name]?.plugin.manifest.overrules ?? []
        return Set(pipeline.stages.indices.filter { overruled.contains(pipeline.stages[$0].name) })
    }

    /// Returns and clears the problems, one per plugin.
    func takeProblems() -> [RuleFileProblem] {
        defer { failures = PluginFailures() }
        return failures.problems
    }

    /// Returns and clears what each plugin answered in this pass, as bytes to keep; without those
    /// that are too many.
    func takeAnswers() -> [String: [UInt8]] {
        defer { answers = [:] }
        return answers
    }

    private func effect(
        _ value: ScriptValue, because reason: String?, of plugin: LoadedPlugin
    ) throws(RuleReadingError) -> Effect {
        // The reason is stored with the contribution and may differ each time.
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
        where !plugin.manifest.decides.contains(attribute)
            && !(attribute == .class && effect.isLoanAlone)
        {
            throw RuleReadingError(
                message: "the plugin decided \"\(attribute.rawValue)\", which is not in its "
                    + "\"decides\"")
        }
        return effect
    }

    private func context(_ choice: Choice, asOf day: CalendarDay) -> ScriptValue {
        .table(
            ScriptTable(fields: [
                "settings": choice.plugin.values(of: choice.settings),
                "today": .string(day.description),
            ]))
    }
}

extension LoadedPlugin {
    /// What `ctx.settings` is: the default where a value is missing.
    func values(of settings: [String: SettingValue]) -> ScriptValue {
        let values = manifest.settings.map { setting in
            (setting.name, (settings[setting.name] ?? setting.defaultValue).scriptValue)
        }
        return .table(ScriptTable(fields: Dictionary(uniqueKeysWithValues: values)))
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

/// Adds a stage for each plugin to a pipeline, and skips those that can't be
/// placed.
struct PluginPlacing {
    let pipeline: Pipeline
    let leftOut: [RuleFileProblem]

    init(_ plugins: [LoadedPlugin], in base: Pipeline) {
        let order = PluginOrder(
            stages: base.stages.map(\.name), usualPlace: Self.usualPlace(in: base))
        var remaining = plugins.map(\.manifest)
        var problems: [RuleFileProblem] = []
        var stages = base.stages
        func leaveOut(_ names: Set<String>, _ message: String) {
            for plugin in plugins
            where names.contains(plugin.manifest.name)
                && remaining.contains(where: { $0.name == plugin.manifest.name })
            {
                problems.append(
                    RuleFileProblem(
                        file: "\(plugin.source.folder)/\(PluginSource.mainPath)", line: nil,
                        message: message))
            }
            remaining.removeAll { names.contains($0.name) }
        }
        for name in remaining.map(\.name) where base.stages.contains(where: { $0.name == name }) {
            leaveOut([name], "there is a stage \"\(name)\" in pipeline.toml; rename the plugin")
        }
        // Each round either places all remaining plugins or removes at least one.
        while true {
            do throws(PluginOrderError) {
                let byName = Dictionary(
                    base.stages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
                stages = try order.order(remaining).map { name in
                    byName[name] ?? Stage(name: name, kind: .plugin)
                }
                break
            } catch {
                switch error {
                case .cycle(let names):
                    leaveOut(
                        Set(names),
                        "plugins wait for each other: \(names.joined(separator: " before ")); "
                            + "remove one of these from \"after\", \"before\" or \"needs\"")
                case .unknownPlace(let place, let plugin, let hint):
                    leaveOut(
                        [plugin],
                        "there is no stage or enabled plugin \"\(place)\" to come before or after\(hint)"
                    )
                case .missing(let need, let plugin):
                    leaveOut(
                        [plugin], "it needs the plugin \"\(need)\", which is not enabled")
                }
            }
        }
        pipeline = Pipeline(stages: stages, categories: base.categories)
        leftOut = problems
    }

    /// After the last stage of data rules: the categories of purchases are known
    /// there, but lens and default are still open. Brands and kinds of places come
    /// later, since a plugin knows more about a purchase than a list of names.
    private static func usualPlace(in pipeline: Pipeline) -> String? {
        let sure = pipeline.stages.prefix { stage in
            switch stage.kind {
            case .brands, .kinds: false
            default: true
            }
        }
        let last = sure.last { stage in
            if case .rules = stage.kind { true } else { false }
        }
        return last?.name
    }
}

/// The topological order of plugins among the stages of a pipeline.
///
/// The stages keep their order. A plugin comes after everything in its `after` and
/// `needs`, as early as possible. One with only `before` comes directly before that.
/// One without any constraint comes after the usual stage. Ties are broken by name.
struct PluginOrder {
    /// The names of the stages, in order.
    let stages: [String]
    /// The stage that plugins without constraints follow.
    let usualPlace: String?

    /// The names of stages and plugins in their final order.
    func order(_ plugins: [PluginManifest]) throws(PluginOrderError) -> [String] {
        let names = plugins.map(\.name)
        var earlier: [String: Set<String>] = [:]
        for (stage, next) in zip(stages, stages.dropFirst()) {
            earlier[next, default: []].insert(stage)
        }
        for plugin in plugins {
            for need in plugin.needs where !names.contains(need) {
                throw .missing(need: need, of: plugin.name)
            }
            let behind = plugin.after + plugin.overrules
            for place in behind + plugin.before
            where !stages.contains(place) && !names.contains(place) {
                throw .unknownPlace(
                    place, of: plugin.name,
                    hint: Suggestion.phrase(for: place, among: stages + names))
            }
            earlier[plugin.name, default: []].formUnion(behind + plugin.needs)
            if behind.isEmpty, let place = placeWithoutAfter(plugin) {
                earlier[plugin.name, default: []].insert(place)
            }
            for later in plugin.before { earlier[later, default: []].insert(plugin.name) }
        }
        return try sorted(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, earlier)
    }

    /// The stage directly before the first one in the plugin's `before`, or the usual
    /// place.
    private func placeWithoutAfter(_ plugin: PluginManifest) -> String? {
        guard !plugin.before.isEmpty else { return usualPlace }
        guard let first = stages.firstIndex(where: plugin.before.contains), first > 0 else {
            return nil
        }
        return stages[first - 1]
    }

    /// Repeatedly takes a name without open predecessors, plugins first, so that
    /// each comes as early as possible.
    private func sorted(
        _ plugins: [String], _ earlier: [String: Set<String>]
    ) throws(PluginOrderError) -> [String] {
        var order: [String] = []
        var placed: Set<String> = []
        var open = plugins + stages
        while !open.isEmpty {
            guard
                let next = open.firstIndex(where: { (earlier[$0] ?? []).isSubset(of: placed) })
            else { throw .cycle(cycle(among: open, earlier)) }
            placed.insert(open[next])
            order.append(open.remove(at: next))
        }
        return order
    }

    /// Walks back through open names, each of which has an open predecessor, until
    /// one repeats.
    private func cycle(among open: [String], _ earlier: [String: Set<String>]) -> [String] {
        var path: [String] = []
        var next = open.first
        while let name = next {
            path.append(name)
            if let start = path.firstIndex(of: name), start < path.count - 1 {
                return path[start...].reversed()
            }
            next = open.first { (earlier[name] ?? []).contains($0) }
        }
        return path
    }
}

/// Why plugins can't be ordered.
enum PluginOrderError: Error, Hashable {
    /// Each must come before the next; the last equals the first.
    case cycle([String])
    case unknownPlace(String, of: String, hint: String)
    case missing(need: String, of: String)
}
