import Model
import Rules
import Scripting

/// Reads the `test { … }` declarations of a plugin's tests.
struct PluginTestReader {
    let manifest: PluginManifest
    let effects: EffectReader

    private enum Part: String, CaseIterable {
        case name, settings, rules, today, transactions

        var path: ValuePath { .whole.field(rawValue) }
    }

    /// - Returns: what could be read; `mistakes` has the rest.
    func test(_ declaration: Declaration, _ mistakes: inout Mistakes) -> PluginTest {
        var fields: [String: ScriptValue] = [:]
        if case .table(let table) = declaration.value, table.array.isEmpty {
            fields = table.fields
        } else {
            mistakes.add("write test { name = …, transactions = { … } }", at: .whole)
        }
        for name in fields.keys.sorted() where Part(rawValue: name) == nil {
            mistakes.add(
                "a test has no part \"\(name)\""
                    + Suggestion.phrase(for: name, among: Part.allCases.map(\.rawValue)),
                at: .whole.field(name), aim: .key)
        }
        func part(_ part: Part) -> ScriptValue { fields[part.rawValue] ?? .nil }
        return PluginTest(
            name: text(part(.name), .name, &mistakes) ?? "test of line \(declaration.line)",
            line: declaration.line, settings: settings(part(.settings), &mistakes),
            rules: text(part(.rules), .rules, &mistakes), today: today(part(.today), &mistakes),
            samples: samples(part(.transactions), &mistakes))
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
        guard value != .nil else { return [:] }
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
