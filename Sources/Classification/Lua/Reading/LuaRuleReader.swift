import Rules
import Scripting

/// Reads one `rule { … }` declaration and collects its mistakes.
struct LuaRuleReader {
    let file: String
    let effects: EffectReader
    /// The maps and modules that the file may use.
    var library = ScriptLibrary.empty

    /// - Parameter substitute: the name of an unnamed rule.
    /// - Returns: the rule, which is complete if there are no mistakes.
    func rule(
        _ declaration: Declaration, orElseNamed substitute: String, _ mistakes: inout Mistakes
    ) -> LuaRule? {
        guard case .table(let table) = declaration.value, table.array.isEmpty else {
            mistakes.add(
                "write rule { name = …, when = …, set = … } with named fields only",
                at: firstItem(of: declaration.value))
            return nil
        }
        for part in table.fields.keys.sorted() where RulePart(rawValue: part) == nil {
            mistakes.add(
                "a rule has no field \"\(part)\""
                    + (table.part(for: part).map { "; write \($0.rawValue) = { \(part) = … }" }
                        ?? Suggestion.phrase(for: part, among: RulePart.allCases.map(\.rawValue))),
                at: .whole.field(part), aim: .key)
        }
        let ownName = name(table, &mistakes)
        let name = ownName ?? substitute
        let layer = layer(table, &mistakes)
        var conditions = ConditionReader(
            library: library, categories: effects.categories, isAfter: layer.isAfter)
        let condition = when(table, &conditions, rule: name, &mistakes)
        var effect = Effect()
        let set = set(table, &effect, rule: name, &mistakes)
        noteUnknownGroups(in: effect, of: condition, &mistakes)
        let rows = rows(table, conditions.mapTests, beside: effect, &mistakes)
        return LuaRule(
            rule: Rule(
                id: "\(file):\(name)", name: name,
                origin: .lua(file: file, line: declaration.line),
                priority: priority(table, &mistakes), condition: condition, effect: effect,
                stops: flag(table, .stop, &mistakes), layer: layer, wordings: conditions.wordings),
            hasName: ownName != nil, lastingID: lastingID(table, &mistakes),
            when: conditions.function, set: set, rows: rows,
            examples: examples(table, isAfter: layer.isAfter, &mistakes))
    }

    /// Braces stand for a group only if a pattern of the condition names groups.
    private func noteUnknownGroups(
        in effect: Effect, of condition: Condition, _ mistakes: inout Mistakes
    ) {
        let groups = PatternGroups(of: condition)
        guard !groups.isEmpty else { return }
        for name in effect.namesInBraces where !groups.names.contains(name) {
            mistakes.add(
                "no pattern of \"when\" has a group \"\(name)\""
                    + Suggestion.phrase(for: name, among: groups.names), at: RulePart.set.path)
        }
    }

    private func firstItem(of value: ScriptValue) -> ValuePath {
        guard case .table(let table) = value, !table.array.isEmpty else { return .whole }
        return .whole.item(0)
    }

    private func when(
        _ table: ScriptTable, _ reader: inout ConditionReader, rule: String,
        _ mistakes: inout Mistakes
    ) -> Condition {
        guard let value = table[.when] else {
            // A misspelt "when" is already reported.
            if !table.hasUnknownPart {
                mistakes.add("\(rule) has no \"when\"; it would match everything", at: .whole)
            }
            return .always
        }
        let condition = reader.when(value, at: RulePart.when.path)
        mistakes.add(reader.mistakes)
        return condition
    }

    private func set(
        _ table: ScriptTable, _ effect: inout Effect, rule: String, _ mistakes: inout Mistakes
    ) -> ScriptFunction? {
        switch table[.set] {
        case nil:
            if !table.hasUnknownPart {
                mistakes.add("\(rule) has no \"set\"; it would do nothing", at: .whole)
            }
            return nil
        case .function(let function): return function
        case let value?:
            if case .table(let table) = value, table.fields["tags"] == .table(ScriptTable()) {
                mistakes.add(
                    "\"tags\" is an empty list, which adds none; leave it out",
                    at: RulePart.set.path.field("tags"))
            }
            var fixed = value
            if case .table(let table) = value { fixed = .table(ColumnReader.split(table).fixed) }
            effect = effects.effect(fixed, at: RulePart.set.path, &mistakes)
            return nil
        }
    }

    /// The rows of the one map in `when`; nil if there are none or several.
    private func rows(
        _ table: ScriptTable, _ tests: [MapTest], beside fixed: Effect, _ mistakes: inout Mistakes
    ) -> MapRows? {
        for test in tests {
            mistakes.elsewhere += test.problems(folder: library.folder)
        }
        var columns: [String: ScriptValue] = [:]
        if case .table(let set) = table[.set] { columns = ColumnReader.split(set).columns }
        guard tests.count == 1, let test = tests.first else {
            if !columns.isEmpty {
                mistakes.add(
                    "column needs one map in when, such as payee = is(map \"payees.csv\")",
                    at: RulePart.set.path)
            }
            return nil
        }
        let effects =
            columns.isEmpty
            ? []
            : ColumnReader(effects: effects, folder: library.folder)
                .effects(columns, beside: fixed, of: test.map, &mistakes)
        return MapRows(test, effects: effects)
    }

    private func examples(
        _ table: ScriptTable, isAfter: Bool, _ mistakes: inout Mistakes
    ) -> [RuleExample] {
        guard let value = table[.tests] else { return [] }
        return RuleExampleReader(effects: effects, isAfter: isAfter)
            .examples(value, at: RulePart.tests.path, &mistakes)
    }

    private func name(_ table: ScriptTable, _ mistakes: inout Mistakes) -> String? {
        switch table[.name] {
        case nil: return nil
        case .string(let name)
        where !name.isEmpty && name.utf8.count <= EffectReader.mostBytesOfText
            && !name.contains(where: \.isNewline):
            return name
        case .string(let name) where name.utf8.count > EffectReader.mostBytesOfText:
            mistakes.add(
                "\"name\" is longer than \(EffectReader.mostBytesOfText) bytes",
                at: RulePart.name.path)
            return nil
        default:
            mistakes.add("\"name\" must be a text of one line", at: RulePart.name.path)
            return nil
        }
    }

    private func lastingID(_ table: ScriptTable, _ mistakes: inout Mistakes) -> String? {
        switch table[.id] {
        case nil: return nil
        case .string(let id) where id.wholeMatch(of: /[A-Za-z0-9_.-]{1,64}/) != nil: return id
        default:
            mistakes.add(
                "\"id\" must be a text of 1 to 64 letters, digits, \"-\", \"_\" or \".\"",
                at: RulePart.id.path)
            return nil
        }
    }

    private func priority(_ table: ScriptTable, _ mistakes: inout Mistakes) -> Int {
        switch table[.priority] {
        case nil: return 0
        case .integer(let priority) where (-1_000_000...1_000_000).contains(priority):
            return Int(priority)
        default:
            mistakes.add(
                "\"priority\" must be a whole number from -1000000 to 1000000",
                at: RulePart.priority.path)
            return 0
        }
    }

    private func layer(_ table: ScriptTable, _ mistakes: inout Mistakes) -> RuleLayer {
        let isAfter = flag(table, .after, &mistakes)
        let overrules = flag(table, .overrule, &mistakes)
        if overrules, !isAfter {
            mistakes.add(
                "only a rule with after = true can overrule what other stages decide; the others "
                    + "come before them anyway", at: RulePart.overrule.path, aim: .key)
        }
        return isAfter ? .after(overrules: overrules) : .first
    }

    private func flag(
        _ table: ScriptTable, _ part: RulePart, _ mistakes: inout Mistakes
    ) -> Bool {
        switch table[part] {
        case nil: return false
        case .boolean(let isTrue): return isTrue
        default:
            mistakes.add("\"\(part.rawValue)\" must be true or false", at: part.path)
            return false
        }
    }
}

/// The named parts of `rule { … }`.
enum RulePart: String, CaseIterable {
    case name, id, when, set, priority, stop, after, overrule, tests

    var path: ValuePath { .whole.field(rawValue) }
}

extension ScriptTable {
    fileprivate subscript(part: RulePart) -> ScriptValue? { fields[part.rawValue] }

    /// The part of a rule for a name that stands beside its parts; nil for no name of one.
    fileprivate func part(for name: String) -> RulePart? {
        let (isTested, isSet) = (
            ConditionField(rawValue: name) != nil, SettableAttribute(rawValue: name) != nil
        )
        guard isTested, isSet else { return isTested ? .when : isSet ? .set : nil }
        // Both can have it. A payee is rather tested, what else a rule can set is rather set.
        let isTestMissing = self[.when] == nil && (self[.set] != nil || name == "payee")
        return isTestMissing ? .when : .set
    }

    fileprivate var hasUnknownPart: Bool {
        fields.keys.contains { RulePart(rawValue: $0) == nil }
    }
}
