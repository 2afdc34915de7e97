import Classification
import Foundation
import Model
import Rules
import Scripting
import TestSupport
import Testing

@Suite("What a rule may do to one transaction is bounded")
struct BoundTests {
    private func classifier(_ lua: String) throws -> Classifier {
        try makeClassifier(lua, stages: [userStage, defaultStage])
    }

    private static func list(_ count: Int, _ name: String = "t") -> String {
        "{ " + (0..<count).map { "'\(name)\($0)'" }.joined(separator: ", ") + " }"
    }

    @Test("a list of more tags than a transaction can have is a mistake", arguments: [101, 9_000])
    func tagsOfRule(count: Int) throws {
        for attribute in ["tags", "remove_tags"] {
            let rules = try load([
                "rule { name = 'A', when = {}, set = { \(attribute) = \(Self.list(count)) } }"
            ])
            #expect(
                rules.leftOut.first?.problems.map(\.message)
                    == ["\"\(attribute)\" can have 100 tags at most"])
        }
        let most = try load(["rule { name = 'A', when = {}, set = { tags = \(Self.list(100)) } }"])
        #expect(most.leftOut.isEmpty)
    }

    @Test("a function that returns more fails, and is set aside")
    func tagsOfFunction() throws {
        let classifier = try classifier(
            """
            rule { name = "A", when = {}, set = function(tx)
                local t = {} for i = 1, 9000 do t[i] = "t" .. i end return { tags = t } end }
            """)
        let verdict = try classifier.verdict(Row(description: "SHOP"))
        #expect(verdict.tags == nil)
    }

    @Test("many rules add up to as many tags, and no more")
    func tagsOfRules() throws {
        let rules = (0..<150).map {
            "rule { name = 'R\($0)', when = {}, set = { tags = \(Self.list(90, "r\($0)-")) } }\n"
        }
        let seconds = try ProcessorTime.used {
            let tags = try classifier(rules.joined()).verdict(Row(description: "SHOP")).tags
            #expect(tags?.value.count == 100)
            #expect(tags?.value.first == "r0-0")
        }
        #expect(seconds < ProcessorTime.bounded)
    }

    @Test("a rule of whose tags nothing is left is overruled by nobody")
    func leftOutOfMany() throws {
        let rules = (0..<130).map {
            "rule { name = 'R\($0)', when = {}, set = { tags = 't\($0)' } }\n"
        }
        let snapshot = makeSnapshot((0..<300).map { Row(description: "SHOP \($0)") })
        let uses = try classifier(rules.joined()).conclude(snapshot).uses
        #expect(uses.count == 130)
        #expect(uses.allSatisfy { $0.overruling == nil })
    }

    @Test("all notes together have a length, and whole ones are left out")
    func notes() throws {
        let rules = (100..<1_000).map {
            "rule { name = 'R\($0)', when = {}, set = { append_notes = 'note \($0)' } }\n"
        }
        let notes = try classifier(rules.joined()).verdict(Row(description: "SHOP")).notes
        let parts = notes?.value.components(separatedBy: "; ") ?? []
        #expect(parts.count == 125)
        #expect(parts.first == "note 100" && parts.last == "note 224")
    }

    @Test("what is left out is told of the rule, and in the explanation of a transaction")
    func told() throws {
        let rules =
            "rule { name = 'Most', when = {}, set = { tags = \(Self.list(98)), "
            + "append_notes = '\(String(repeating: "n", count: 990))' } }\n"
            + "rule { name = 'Cut', when = {}, set = { tags = \(Self.list(9, "c")) } }\n"
            + "rule { name = 'Late', when = {}, set = function(tx) return "
            + "{ tags = 'late', append_notes = 'a later note' } end }\n"
            + "rule { name = 'Again', when = {}, set = { tags = 't1' } }\n"
        let classifier = try classifier(rules)
        let snapshot = makeSnapshot([Row(description: "SHOP")])
        let tags = "because a transaction has 100 tags at most"
        #expect(
            try classifier.functionTrial(on: snapshot).notes.map { "\($0.line ?? 0) \($0.message)" }
                == [
                    "2 Cut: left out c2, c3, c4, c5, c6 and 2 more, \(tags)",
                    "3 Late: left out \"a later note\", because rules can write 1000 bytes of notes "
                        + "at most",
                    "3 Late: left out late, \(tags)",
                ])
        let trace = try #require(try classifier.trace(1, in: snapshot))
        let proposals = trace.steps.flatMap(\.proposals).filter { $0.leftOut != nil }
        #expect(proposals.map(\.attribute) == [.tags, .tags, .notes])
        #expect(proposals.map(\.holds) == [true, false, false])
    }

    @Test("a name has a length too")
    func name() throws {
        let name = String(repeating: "n", count: 1_001)
        let rules = try load(["rule { name = '\(name)', when = {}, set = { tags = 'a' } }"])
        #expect(
            rules.leftOut.first?.problems.map(\.message) == ["\"name\" is longer than 1000 bytes"])
    }

    @Test("a map of more patterns than can be tried is a mistake")
    func patterns() throws {
        func problems(_ count: Int) throws -> [String] {
            let map = ScriptMap(
                name: "p.csv", columns: [],
                entries: (0..<count).map { .init(key: "(a|b|ab)*c\($0)", values: []) })
            let rules = try UserRules(
                [
                    RuleSource(
                        file: "rules/1.lua",
                        bytes: Array(
                            "rule { when = { text = regex(map 'p.csv') }, set = { tags = 'a' } }"
                                .utf8))
                ], categories: makeCategories(), library: ScriptLibrary(maps: [map]),
                on: .inThisProcess)
            return rules.leftOut.flatMap(\.problems).map(\.message)
        }
        var found: [String] = []
        let seconds = try ProcessorTime.used { found = try problems(20_000) }
        #expect(
            found.contains("a map of patterns can have 1000 rows at most"), "\(found.prefix(3))")
        #expect(seconds < ProcessorTime.bounded)
    }
    @Test("a file asks for transactions near a hundred times at most")
    func nears() throws {
        func problems(_ rules: Int, each: Int) throws -> [String] {
            let near = String(
                repeating: "near { days = 1, text = 'A' }, ", count: each)
            let file = (0..<rules).map {
                "rule { name = 'R\($0)', when = any { \(near) }, set = { tags = 'a' } }\n"
            }
            return try load([file.joined()]).leftOut.flatMap(\.problems).map {
                "\($0.line ?? 0) \($0.message)"
            }
        }
        #expect(try problems(100, each: 1) == [])
        let tooMany = "a file can ask for transactions near 100 times at most"
        #expect(try problems(102, each: 1) == ["101 \(tooMany)", "102 \(tooMany)"])
        #expect(try problems(1, each: 101) == ["1 \(tooMany)"])
    }
}
