import Classification
import Model
import TestSupport
import Testing

@Suite("The payee that rules see")
struct NamedPayeeTests {
    private func verdicts(
        _ rules: String, _ rows: [Row], aliases: [String: String] = [:]
    ) throws -> [Verdict] {
        let userRules = try load([rules])
        let classifier = Classifier(
            pipeline: try makePayeePipeline().keepingPayees(of: userRules), userRules: userRules)
        let snapshot = makeSnapshot(rows, decisions: Decisions(payeeAliases: aliases))
        let conclusions = try classifier.conclude(snapshot).conclusions
        return conclusions.entries.map(conclusions.verdict(of:))
    }

    /// What a function reads.
    private func read(
        _ field: String, _ row: Row, aliases: [String: String] = [:]
    ) throws -> String? {
        try verdicts(
            "rule { when = {}, set = function(tx) return { notes = \"<\" .. tx.\(field) .. \">\" } end }",
            [row], aliases: aliases)[0].notes?.value
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let description: String
        var payee = ""
        let name: String
        /// What the bank calls it.
        let bankPayee: String

        var testDescription: String { "\(description), \(payee)" }
    }

    static let readings = [
        Reading(
            description: "SQ *BLUE HERON #12", name: "Blue Heron", bankPayee: "SQ *BLUE HERON #12"),
        Reading(
            description: "BLUE HERON 03/14", payee: "Someone", name: "Blue Heron",
            bankPayee: "Someone"),
        Reading(
            description: "DEPOSIT", payee: "SQ *BLUE HERON", name: "Blue Heron",
            bankPayee: "SQ *BLUE HERON"),
        Reading(description: "***", name: "***", bankPayee: "***"),
        Reading(description: "", name: "", bankPayee: ""),
    ]

    @Test("is whom the texts name, and the bank's own word is beside it", arguments: readings)
    func functions(_ reading: Reading) throws {
        let row = Row(description: reading.description, payee: reading.payee)
        #expect(try read("payee", row) == "<\(reading.name)>")
        #expect(try read("bank_payee", row) == "<\(reading.bankPayee)>")
    }

    @Test("is the same for tables and functions, and is what is shown", arguments: readings)
    func tables(_ reading: Reading) throws {
        let rule = """
            rule {
                when = { payee = is "\(reading.name)", bank_payee = is "\(reading.bankPayee)" },
                set = { notes = "found" },
            }
            """
        let row = Row(description: reading.description, payee: reading.payee)
        let verdict = try verdicts(rule, [row])[0]
        #expect(verdict.notes?.value == "found")
        if reading.name.contains(where: \.isLetter) {
            #expect(verdict.payee?.value == reading.name)
        }
    }

    @Test("is the person's name for it")
    func alias() throws {
        let row = Row(description: "SQ *BLUE HERON #12")
        #expect(try read("payee", row, aliases: ["blue heron": "The corner"]) == "<The corner>")
    }

    @Test(
        "keeps the name that a rule uses when other spellings of it turn up",
        arguments: [
            (named: [String](), names: ["Blueheron", "Blueheron"]),
            (named: ["Blue Heron"], names: ["Blue Heron", "Blue Heron"]),
            (named: ["blue heron", "Red Heron"], names: ["Blue Heron", "Blue Heron"]),
            // Two that are told apart stay so.
            (named: ["Blue Heron", "Blueheron"], names: ["Blue Heron", "Blueheron"]),
        ])
    func keptNames(named: [String], names: [String]) throws {
        // A plain text is looked for anywhere in the name.
        let rules = named.map {
            "rule { when = { payee = \"\($0)\" }, set = { notes = \"found\" } }"
        }
        let verdicts = try verdicts(
            rules.joined(separator: "\n"),
            [Row(description: "BLUE HERON"), Row(description: "BLUEHERON")])
        #expect(verdicts.map(\.payee?.value) == names)
        #expect(verdicts.map(\.notes?.value) == names.map { _ in named.isEmpty ? nil : "found" })
    }

    @Test("is not what another rule sets, nor a correction")
    func settingRules() throws {
        let rules = """
            rule { when = { payee = "Blue Heron" }, set = { payee = "Mine" } }
            rule { when = { payee = "Mine" }, set = { notes = "seen" } }
            """
        let verdict = try verdicts(rules, [Row(description: "BLUE HERON")])[0]
        #expect(verdict.payee?.value == "Mine")
        #expect(verdict.notes == nil)
    }

    @Test("makes no text: what the bank wrote is looked through for those")
    func anyText() throws {
        let rules = """
            rule { when = { text = "SQ *" }, set = { tags = "square" } }
            rule { when = function(tx) return tx:contains("sq *") end, set = { tags = "function" } }
            rule { when = { text = "corner" }, set = { tags = "alias" } }
            """
        let verdict = try verdicts(
            rules, [Row(description: "DEPOSIT", payee: "SQ *BLUE HERON")],
            aliases: ["blue heron": "The corner"])[0]
        #expect(verdict.tags?.value == ["square", "function"])
    }

    @Test("is the bank's word where no stage reads payees")
    func withoutStage() throws {
        let verdict = try makeClassifier(
            "rule { when = { payee = is \"SQ *BLUE HERON\" }, set = { notes = \"found\" } }"
        ).verdict(Row(description: "SQ *BLUE HERON"))
        #expect(verdict.notes?.value == "found")
    }

    @Test("is its own payee, as a sample's may be given", arguments: [1, 2, 3] as [UInt64])
    func ownName(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let words = ["SQ *", "BLUE ", "HERON ", "DEPOSIT ", "#12 ", "é", "* ", "\u{0}", "the "]
        func text() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined()
        }
        let rows = (0..<200).map { _ in Row(description: text(), payee: text()) }
        let pipeline = try makePayeePipeline()
        let once = pipeline.namingPayees(in: makeSnapshot(rows))
        let twice = pipeline.namingPayees(in: once)
        #expect(
            once.transactions.map { once.texts[$0.payee] }
                == twice.transactions.map { twice.texts[$0.payee] })
    }
}
