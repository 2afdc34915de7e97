import CShippedFiles
import Classification
import Configuration
import Model
import Rules
import Scripting
import TestSupport
import Testing

@Suite("Compiled words")
struct CompiledWordsTests {
    @Test("are what the files of config/ say; `make words` writes them")
    func current() throws {
        let table = gv_shipped_words()
        let contained = UnsafeRawBufferPointer(start: table.bytes, count: table.count)
        let compiled = try ShippedFiles.configuration().compiledWords()
        // An assertion would print millions of numbers.
        let isCurrent = contained.elementsEqual(compiled)
        #expect(isCurrent)
    }

    @Test("contain the rules of the files, in their order")
    func rules() throws {
        let files = try ShippedFiles.configuration()
        let contained = try files.pipeline().builtInRules
        let parsed = try files.parsingAll.pipeline().builtInRules
        #expect(contained.count == parsed.count)
        for (one, other) in zip(contained, parsed) where one != other {
            Issue.record("\(one.reference)")
        }
    }

    @Test("match each rule's own words like the parsed files")
    func matches() throws {
        let files = try ShippedFiles.configuration()
        let stages = zip(try files.pipeline().stages, try files.parsingAll.pipeline().stages)
        for (contained, parsed) in stages {
            guard case .rules(let one, _, _) = contained.kind,
                case .rules(let other, _, _) = parsed.kind
            else { continue }
            let texts = parsed.examples
            let snapshot = Example.snapshot(ofTexts: texts)
            let matchers = [one, other].map { RulebookMatcher(rulebook: $0, snapshot: snapshot) }
            for (row, text) in texts.enumerated() {
                let found = matchers.map { $0.firstMatch(row: row) }
                if found[0] != found[1] { Issue.record("\(text): \(found)") }
            }
        }
    }

    @Test("of money back serve only the merchants' file that they were compiled for")
    func otherMerchants() throws {
        let pipeline = try #require(try ShippedFiles.texts()["pipeline.toml"])
        let files = try ShippedFiles.configuration(replacing: [
            "pipeline.toml": pipeline.replacing(
                "file = \"category-map.toml\"", with: "file = \"own.toml\""),
            "own.toml": """
            merchants = ["own.txt"]
            [[rule]]
            id = "shopping"
            name = "Shopping"
            category = "shopping"
            words = ["BOOKSTORE"]
            """,
            "own.txt": "[shopping]\nZUNDERLIN\n",
        ])
        let classifier = Classifier(
            pipeline: try files.pipeline(),
            userRules: try UserRules([], categories: files.categories(), on: .inThisProcess))
        let received = Example.snapshot(ofTexts: ["ZUNDERLIN 12 MADISON WI"], minorUnits: 1250)
        let conclusions = try classifier.conclude(received).conclusions
        let found = conclusions.entries.first.map { conclusions.verdict(of: $0) }
        #expect(found?.transactionClass.value == .expense)
    }

    @Test(
        "are not taken for another kind of file than the pipeline asks for",
        arguments: [
            ("payees", "category-map.toml"), ("rules", "payees.toml"),
            ("recurring", "transfers.toml"), ("transfers", "recurring.toml"),
            ("brands", "money-back.toml"), ("rules", "pipeline.toml"),
        ])
    func otherKind(kind: String, file: String) throws {
        let pipeline = try #require(try ShippedFiles.texts()["pipeline.toml"])
        let stage = "[[stage]]\nname = \"wrong\"\nkind = \"\(kind)\"\nfile = \"\(file)\"\n"
        let files = try ShippedFiles.configuration(
            replacing: ["pipeline.toml": stage + pipeline])
        #expect(throws: ConfigurationError.self) { try files.pipeline() }
    }

    @Test(
        "are left for a changed file, and for files that need it",
        arguments: [
            "money-back.toml", "merchants-ca.txt", "category-map.toml", "payees.toml",
            "transfers.toml", "recurring.toml", "places.toml", "pipeline.toml", "categories.toml",
        ])
    func changed(name: String) throws {
        let text = try #require(try ShippedFiles.texts()[name])
        let mistake = name.hasSuffix(".txt") ? "\n[no-such-rule]\nSHOP\n" : "\nno = \n"
        let broken = try ShippedFiles.configuration(replacing: [name: text + mistake])
        #expect(throws: ConfigurationError.self) { try broken.pipeline() }
    }
}

extension Stage {
    /// A text for each rule: its last word or name.
    fileprivate var examples: [String] {
        guard case .rules(let rulebook, _, _) = kind else { return [] }
        return rulebook.rules.map { rule in
            let word = rule.id.split(separator: "/").last.map(String.init) ?? ""
            return "POS 1234 \(word) MADISON WI"
        }
    }
}
