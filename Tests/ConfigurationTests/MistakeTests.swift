import Configuration
import TestSupport
import Testing

@Suite("Mistakes in configuration files")
struct MistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let file: String
        let text: String?
        /// As "place: message", with the line and column where they are known.
        let report: String

        init(_ file: String, _ text: String?, _ report: String) {
            self.file = file
            self.text = text
            self.report = report
        }

        var testDescription: String { report }
    }

    static let pipeline = [
        Mistake("pipeline.toml", nil, "config/pipeline.toml: there is no such file"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \n",
            "config/pipeline.toml:2:8: Error while parsing key-value pair: expected value, "
                + "saw '\\n'"),
        Mistake(
            "pipeline.toml", "",
            "config/pipeline.toml: \"stage\" is missing"),
        Mistake("pipeline.toml", "stage = 3", "config/pipeline.toml:1: \"stage\" must be a list"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"left\"\n",
            "config/pipeline.toml:1: \"kind\" in stage 1 is missing"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"left\"\nkind = \"default\"\nonly = [\"x\"]\n",
            "config/pipeline.toml:4: unknown setting \"only\" in stage 1"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"left\"\nkind = \"fallback\"\n",
            "config/pipeline.toml: stage \"left\": there is no kind \"fallback\"; it is "
                + "user-rules, rules-after, corrections, transfers, rules, payees, brands, kinds, "
                + "round-trips, recurring, refunds, category-lens, memory, guess or default"),
        Mistake(
            "pipeline.toml",
            "[[stage]]\nname = \"mine\"\nkind = \"user-rules\"\n"
                + "[[stage]]\nname = \"mine\"\nkind = \"default\"\n",
            "config/pipeline.toml: stage \"mine\" is there twice"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"mine\"\nkind = \"user-rules\"\n",
            "config/pipeline.toml: the last stage must be of the kind \"default\""),
        Mistake(
            "pipeline.toml", "stage = []",
            "config/pipeline.toml: the last stage must be of the kind \"default\""),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"map\"\nkind = \"rules\"\n",
            "config/pipeline.toml: stage \"map\": \"file\" is missing"),
        Mistake(
            "pipeline.toml", "[[stage]]\nname = \"pairs\"\nkind = \"transfers\"\n",
            "config/pipeline.toml: stage \"pairs\": \"file\" is missing"),
        Mistake(
            "pipeline.toml",
            "[[stage]]\nname = \"map\"\nkind = \"rules\"\nfile = \"category-mop.toml\"\n",
            "config/category-mop.toml: there is no such file"),
        Mistake(
            "pipeline.toml",
            "[[stage]]\nname = \"map\"\nkind = \"rules\"\nfile = \"category-map.toml\"\n"
                + "only_for = [\"spending\"]\n",
            "config/pipeline.toml: stage \"map\": there is no class \"spending\""),
    ]

    static let rules = [
        Mistake(
            "income-patterns.toml", rule("colour = \"red\""),
            "config/income-patterns.toml:8: unknown setting \"colour\" in rule 2"),
        Mistake(
            "income-patterns.toml", rule("words = \"PAYROLL\"\nclass = \"income\""),
            "config/income-patterns.toml:8: \"words\" in rule 2 must be a list"),
        Mistake(
            "income-patterns.toml", rule("merchant_codes = [5411]\nclass = \"income\""),
            "config/income-patterns.toml:8: entry 1 of \"merchant_codes\" in rule 2 must be a text"),
        Mistake(
            "income-patterns.toml", rule("words = [\"A\"]"),
            "config/income-patterns.toml: rule second sets nothing"),
        Mistake(
            "income-patterns.toml", rule("class = \"wages\""),
            "config/income-patterns.toml: rule second: there is no class \"wages\""),
        Mistake(
            "income-patterns.toml", rule("category = \"dinning\""),
            "config/income-patterns.toml: rule second: there is no category \"dinning\""),
        Mistake(
            "income-patterns.toml", rule("lens = \"luxury\""),
            "config/income-patterns.toml: rule second: there is no lens \"luxury\""),
        Mistake(
            "income-patterns.toml",
            rule("account_types = [\"chequing\"]\nclass = \"income\""),
            "config/income-patterns.toml: rule second: there is no account type \"chequing\""),
        Mistake(
            "income-patterns.toml", rule("amount = \"inwards\"\nclass = \"income\""),
            "config/income-patterns.toml: rule second: amount can't be \"inwards\"; it is in, out "
                + "or spent"),
        Mistake(
            "income-patterns.toml",
            rule("merchant_code_ranges = [[3299, 3000]]\nclass = \"income\""),
            "config/income-patterns.toml: rule second: a range of codes is [first, last]"),
        Mistake(
            "income-patterns.toml",
            rule("merchant_code_ranges = [[3000, 30000]]\nclass = \"income\""),
            "config/income-patterns.toml: rule second: a range of codes is [first, last]"),
        Mistake(
            "income-patterns.toml",
            rule("merchant_code_ranges = [[3000]]\nclass = \"income\""),
            "config/income-patterns.toml: rule second: a range of codes is [first, last]"),
        Mistake(
            "income-patterns.toml", rule("merchant_codes = [\"54l1\"]\nclass = \"income\""),
            "config/income-patterns.toml: rule second: \"54l1\" is not a four-digit merchant "
                + "code"),
        Mistake(
            "income-patterns.toml", rule("regex = \"(DIRECT\"\nclass = \"income\""),
            "config/income-patterns.toml: rule second: the regular expression \"(DIRECT\" is "
                + "wrong at character 8: missing closing parenthesis"),
        Mistake(
            "income-patterns.toml", rule("regex = \"ACME|\"\nclass = \"income\""),
            "config/income-patterns.toml: rule second: the regular expression \"ACME|\" matches "
                + "the empty text, so it would match everything; for an empty field write is \"\""),
        Mistake(
            "income-patterns.toml", rule("words = [\" \"]\nclass = \"income\""),
            "config/income-patterns.toml: rule second/ : it looks for an empty text, which is in "
                + "everything"),
        Mistake(
            "income-patterns.toml", rule("class = \"income\"\nid = \"third\""),
            "config/income-patterns.toml:9:6: Error while parsing key-value pair: cannot redefine "
                + "existing string 'id'"),
        Mistake(
            "income-patterns.toml", "order = \"random\"\nrule = []",
            "config/income-patterns.toml: order can't be \"random\"; it is declared or "
                + "most-specific-first"),
        Mistake(
            "income-patterns.toml", rule("class = \"income\"").replacing("second", with: "first"),
            "config/income-patterns.toml: rule first is there twice"),
    ]

    static let transfers = [
        Mistake(
            "transfers.toml", transfers(days: "-1"),
            "config/transfers.toml: maximum_days must be 0 to 31"),
        Mistake(
            "transfers.toml", transfers(days: "32"),
            "config/transfers.toml: maximum_days must be 0 to 31"),
        Mistake(
            "transfers.toml", transfers(days: "3.5"),
            "config/transfers.toml:1: \"maximum_days\" must be a whole number"),
        Mistake(
            "transfers.toml", transfers(words: "[\"\"]"),
            "config/transfers.toml: a list of words can't have an empty text, which is "
                + "everywhere"),
        Mistake(
            "transfers.toml", transfers(merchants: "\"merchants.toml\""),
            "config/merchants.toml: there is no such file"),
        Mistake(
            "transfers.toml", transfers() + "minimum_days = 1\n",
            "config/transfers.toml:6: unknown setting \"minimum_days\" (did you mean \"maximum_days\"?)"
        ),
    ]

    static let places = [
        Mistake(
            "places.toml", "countries = [\"Germany\"]\n[currencies]\n[languages]\n",
            "config/places.toml: countries: \"Germany\" is not a code of two lowercase letters, such as "
                + "\"de\""),
        Mistake(
            "places.toml", "countries = []\n[currencies]\nEUR = \"de FR\"\n[languages]\n",
            "config/places.toml: currencies.EUR: \"FR\" is not a code of two lowercase letters, such as "
                + "\"de\""),
        Mistake(
            "places.toml",
            "countries = []\n[currencies]\n[languages]\n[categories]\n\"shop/pet\" = \"pets\"\n",
            "config/places.toml: categories: there is no category \"pets\" for \"shop/pet\""),
    ]

    static let categories = [
        Mistake(
            "categories.toml", category("type = \"spending\""),
            "config/categories.toml: category rent: there is no type \"spending\""),
        Mistake(
            "categories.toml", category("type = \"expense\"\nlens = \"must\""),
            "config/categories.toml: category rent: there is no lens \"must\""),
        Mistake(
            "categories.toml", category("type = \"expense\"\nparent = \"home\""),
            "config/categories.toml: category rent: there is no parent \"home\""),
        Mistake(
            "categories.toml", category("type = \"expense\"\nparent = \"rent\""),
            "config/categories.toml: category rent is its own ancestor"),
        Mistake(
            "categories.toml",
            category("type = \"expense\"") + category("type = \"expense\""),
            "config/categories.toml: category rent is there twice"),
        Mistake(
            "categories.toml", category("type = \"expense\"\ncolor = \"red\""),
            "config/categories.toml:5: unknown setting \"color\" in category 1"),
    ]

    static let accountTypes = [
        Mistake("account-types.toml", nil, "config/account-types.toml: there is no such file"),
        Mistake(
            "account-types.toml", "[[guess]]\ntype = \"chequing\"\n",
            "config/account-types.toml: there is no account type \"chequing\""),
        Mistake(
            "account-types.toml", "[[guess]]\ntype = \"checking\"\nword = [\"current\"]\n",
            "config/account-types.toml:3: unknown setting \"word\" in guess 1"),
    ]

    @Test(
        "a mistake is reported with its file, its place and what to mend",
        arguments: pipeline + rules + transfers + places + categories + accountTypes)
    func report(_ mistake: Mistake) throws {
        // The long category map has no part in these.
        let files = try ShippedFiles.configuration(
            replacing: ["category-map.toml": "rule = []", mistake.file: mistake.text])
        let error = #expect(throws: ConfigurationError.self) {
            switch mistake.file {
            case "categories.toml": _ = try files.categories()
            case "account-types.toml": _ = try files.accountTypeGuesser()
            default: _ = try files.pipeline()
            }
        }
        guard let error else { return }
        let place = [error.line, error.column].compactMap(\.self).map { ":\($0)" }.joined()
        #expect("\(error.file)\(place): \(error.message)" == mistake.report)
    }

    @Test("a mistake's line is found quickly, also in the largest file")
    func largeFile() throws {
        let lines = 60_000
        let comment = "# " + String(repeating: "setting = \"a value\" ", count: 3) + "\n"
        let files = try ShippedFiles.configuration(replacing: [
            "account-types.toml": String(repeating: comment, count: lines)
                + "[[guess]]\ntype = \"checking\"\nword = [\"current\"]\n"
        ])
        let seconds = ProcessorTime.used {
            let error = #expect(throws: ConfigurationError.self) {
                _ = try files.accountTypeGuesser()
            }
            #expect(error?.line == lines + 3)
        }
        #expect(seconds < ProcessorTime.bounded)
    }

    @Test("a mistake in the category tree is one of the pipeline too")
    func pipelineReadsCategories() throws {
        let files = try ShippedFiles.configuration(replacing: ["categories.toml": nil])
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        #expect(error?.file == "config/categories.toml")
    }

    private static func rule(_ settings: String) -> String {
        """
        [[rule]]
        id = "first"
        name = "First"
        class = "income"
        [[rule]]
        id = "second"
        name = "Second"

        """ + settings + "\n"
    }

    private static func transfers(
        days: String = "3", words: String = "[]", merchants: String = "\"category-map.toml\""
    ) -> String {
        """
        maximum_days = \(days)
        words = \(words)
        merchant_codes = []
        contradictions = []
        merchants = \(merchants)

        """
    }

    private static func category(_ settings: String) -> String {
        "[[category]]\nid = \"rent\"\nname = \"Rent\"\n" + settings + "\n"
    }
}
