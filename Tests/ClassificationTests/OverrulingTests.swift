import Classification
import Foundation
import Model
import Rules
import Testing

@Suite("Every attribute, whoever decides it first and whoever last")
struct OverrulingTests {
    /// One attribute: its first and its last value as Lua, and what is held of them.
    struct Item: Sendable, CustomTestStringConvertible {
        let name: String
        let first: String
        let last: String
        /// What a transaction has if the last one yields, and if it overrules.
        let yielding: String
        let overruling: String

        init(
            _ name: String, _ first: String, _ last: String, yields yielding: String,
            overrules overruling: String
        ) {
            self.name = name
            self.first = first
            self.last = last
            self.yielding = yielding
            self.overruling = overruling
        }

        var testDescription: String { name }
    }

    static let items = [
        Item(
            "class", "class = 'income'", "class = 'ignore'", yields: "income", overrules: "ignore"),
        Item(
            "category", "category = 'dining'", "category = 'gifts'", yields: "dining",
            overrules: "gifts"),
        Item("lens", "lens = 'saving'", "lens = 'need'", yields: "saving", overrules: "need"),
        Item("series", "series = 'A'", "series = 'B'", yields: "A", overrules: "B"),
        Item("payee", "payee = 'A'", "payee = 'B'", yields: "A", overrules: "B"),
        Item("loan", "loan = 'Ann'", "loan = 'Bob'", yields: "Ann", overrules: "Bob"),
        Item("excluded", "excluded = true", "excluded = false", yields: "true", overrules: "false"),
        Item("notes", "notes = 'a'", "notes = 'b'", yields: "a", overrules: "b"),
        Item(
            "append_notes", "notes = 'a'", "append_notes = 'b'", yields: "a; b", overrules: "a; b"),
        Item("tags", "tags = 'a'", "tags = { 'b', 'c' }", yields: "a, b, c", overrules: "a, b, c"),
        Item(
            "remove_tags", "tags = { 'a', 'b' }", "remove_tags = 'a'", yields: "b", overrules: "b"),
        Item(
            "splits", "category = 'dining'", "splits = \(parts)", yields: "-",
            overrules: "groceries 50 %, other the rest"),
        Item(
            "splits", "splits = \(parts)", "category = 'gifts'",
            yields: "groceries 50 %, other the rest", overrules: "-"),
    ]

    private static let parts =
        "{ { category = 'groceries', share = 0.5 }, { category = 'other' } }"

    enum Place: String, CaseIterable, Sendable { case rule, plugin, stage }

    static let cases = items.flatMap { item in
        Place.allCases.flatMap { first in
            [Place.rule, .plugin].flatMap { last in
                [false, true].map { (item, first, last, $0) }
            }
        }
    }

    @Test("have what explain says decides, and tags and notes add up", arguments: cases)
    func matrix(item: Item, first: Place, last: Place, overrules: Bool) throws {
        for isAccompanied in [false, true] {
            let classifier = try Self.classifier(
                item, first, last, overrules: overrules, isAccompanied: isAccompanied)
            let snapshot = makeSnapshot([Row(cents: -1000, description: "SHOP")])
            let pass = try classifier.conclude(snapshot)
            let verdict = pass.conclusions.verdicts[0]
            let trace = try #require(try classifier.trace(1, in: snapshot))
            #expect(pass.problems == [])
            #expect(trace.verdict == verdict)
            // Nothing replaces what the person's own rules decide.
            let wins = overrules && first != .rule
            var expected = wins ? item.overruling : item.yielding
            if isAccompanied, item.name == "remove_tags" { expected += ", x" }
            if isAccompanied, item.name == "notes" { expected += "; x" }
            #expect(Self.value(item.name, of: verdict) == expected)
            if isAccompanied {
                #expect(item.name == "tags" || verdict.tags?.value.contains("x") == true)
                #expect(
                    item.name == "append_notes" || verdict.notes?.value.hasSuffix("x") == true)
            }
            Self.expectTruth(of: trace, verdict)
        }
    }

    @Test("A tag that another rule takes away is not said to be decided")
    func removedTag() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "A", when = {}, set = { tags = "a" } }
            rule { name = "B", when = {}, set = { remove_tags = "a" } }
            """)
        let trace = try #require(try classifier.trace(1, in: makeSnapshot([Row()])))
        let tags = trace.steps.flatMap(\.proposals).filter { $0.attribute == .tags }
        #expect(tags.map { "\($0.value) \($0.holds)" } == ["a false", "not a true"])
    }

    @Test("A note that the person wrote stands alone, and explain says so")
    func personsNote() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "A", when = {}, set = { append_notes = "a" } }
            rule { name = "B", after = true, overrule = true, when = {},
                   set = { append_notes = "b", category = "gifts" } }
            """,
            stages: [
                userStage, correctionStage, Stage(name: "rules after", kind: .rulesAfter),
                defaultStage,
            ])
        let snapshot = makeSnapshot(
            [Row()], decisions: Decisions(corrections: [1: Correction(note: "own")]))
        let trace = try #require(try classifier.trace(1, in: snapshot))
        #expect(trace.verdict?.notes?.value == "own")
        let notes = trace.steps.flatMap(\.proposals).filter { $0.attribute == .notes }
        #expect(notes.map { "\($0.value) \($0.holds)" } == ["a false", "own true", "b false"])
    }

    private static func classifier(
        _ item: Item, _ first: Place, _ last: Place, overrules: Bool, isAccompanied: Bool
    ) throws -> Classifier {
        let early = try #require(
            try load(["rule { name = \"first\", when = {}, set = { \(item.first) } }"])
                .listed.first)
        var rules = ""
        var plugins: [Plugins.Choice] = []
        if first == .rule {
            rules += "rule { name = 'first', when = {}, set = { \(item.first) } }\n"
        }
        if first == .plugin {
            plugins.append(try plugin("early", item.first, "before = 'map',"))
        }
        let late = item.last + (isAccompanied ? ", " + merged(item.last) : "")
        if last == .rule {
            rules +=
                "rule { name = 'last', after = true, overrule = \(overrules), when = {}, "
                + "set = { \(late) } }\n"
        } else {
            let overruled = first == .plugin ? "early" : "map"
            plugins.append(
                try plugin(
                    "late", late,
                    overrules ? "overrules = '\(overruled)', after = 'map'," : "after = 'map',"))
        }
        let known = first == .stage ? early.effect : Effect()
        return Classifier(
            pipeline: Pipeline(
                stages: [
                    userStage, try rulesStage("map", [("SHOP", known)]),
                    Stage(name: "rules after", kind: .rulesAfter), defaultStage,
                ], categories: try makeCategories()),
            userRules: try load([rules]), plugins: plugins)
    }

    /// What is set beside the item, without the attribute that it sets itself.
    private static func merged(_ item: String) -> String {
        var parts: [String] = []
        parts.append(item.hasPrefix("tags") ? "remove_tags = 'none'" : "tags = 'x'")
        parts.append(item.hasPrefix("append_notes") ? "series = 'S'" : "append_notes = 'x'")
        return parts.joined(separator: ", ")
    }

    private static func plugin(
        _ name: String, _ set: String, _ place: String
    ) throws -> Plugins.Choice {
        Plugins.Choice(
            try LoadedPlugin(
                pluginSource(
                    name,
                    main: """
                        plugin {
                            name = '\(name)', version = '1', summary = 's', \(place)
                            decides = { 'class', 'category', 'lens', 'series', 'payee', 'loan',
                                        'tags', 'notes', 'excluded', 'splits' },
                            classify = function() return { \(set) } end,
                        }
                        """)))
    }

    private static func value(_ name: String, of verdict: Verdict) -> String {
        let attribute: Attribute? =
            switch name {
            case "append_notes": .notes
            case "remove_tags": .tags
            default: Attribute(rawValue: name)
            }
        return attribute.flatMap { held(in: verdict)[$0] } ?? "-"
    }

    /// What a transaction has, as text.
    private static func held(in verdict: Verdict) -> [Attribute: String] {
        var held: [Attribute: String] = [
            .class: verdict.transactionClass.value.rawValue, .category: verdict.category.value,
        ]
        held[.lens] = verdict.lens?.value.rawValue
        held[.series] = verdict.series?.value
        held[.payee] = verdict.payee?.value
        held[.loan] = verdict.loan?.value
        held[.tags] = verdict.tags?.value.joined(separator: ", ")
        held[.notes] = verdict.notes?.value
        held[.excluded] = verdict.isExcluded.map { "\($0.value)" }
        held[.splits] = verdict.splits.map { "\($0.value)" }
        return held
    }

    /// Expects that what the trace says decides is what the transaction has, and all of it.
    private static func expectTruth(of trace: Trace, _ verdict: Verdict) {
        let held = held(in: verdict)
        let proposals = trace.steps.flatMap(\.proposals)
        for attribute in Attribute.allCases {
            let decisive = proposals.filter { $0.attribute == attribute && $0.isDecisive }
            let values = decisive.map(\.value)
            switch attribute {
            case .tags:
                let parts = values.flatMap { $0.components(separatedBy: ", ") }
                let removed = parts.filter { $0.hasPrefix("not ") }.map { $0.dropFirst(4) }
                let tags = parts.filter { !$0.hasPrefix("not ") && !removed.contains($0[...]) }
                #expect(tags.joined(separator: ", ") == held[.tags] ?? "")
            case .notes: #expect(values.joined(separator: "; ") == held[.notes] ?? "")
            case .excluded:
                #expect(
                    values.map { $0 == "yes" ? "true" : "false" }
                        == [held[.excluded]].compactMap(\.self))
            default: #expect(values == [held[attribute]].compactMap(\.self), "\(attribute)")
            }
        }
    }
}
