import Classification
import Configuration
import Rules
import Testing

@Suite("A list of merchants")
struct MerchantListTests {
    private static func texts(_ list: String?) -> [String: String?] {
        [
            "category-map.toml": """
            order = "most-specific-first"
            merchants = ["merchants-us.txt"]
            [[rule]]
            id = "eating"
            name = "Eating"
            category = "dining"
            words = ["SUSHI"]
            [[rule]]
            id = "riding"
            name = "Riding"
            category = "transportation"
            merchant_codes = ["4121"]
            merchant_codes_after_names = ["4789"]
            """,
            "merchants-us.txt": list,
        ]
    }

    private static func reason(_ list: String, _ text: String) throws -> String? {
        let files = try ShippedFiles.configuration(replacing: texts(list))
        for stage in try files.pipeline().stages where stage.name == "category map" {
            guard case .rules(let rulebook, _) = stage.kind else { continue }
            let example = Example(description: text)
            let matcher = RulebookMatcher(rulebook: rulebook, snapshot: example.snapshot)
            return matcher.firstMatch(row: 0).map {
                let rule = rulebook.rules[$0]
                return "\(rule.id): \(rule.effect.category ?? "")"
            }
        }
        return nil
    }

    @Test(
        "gives each name to the rule that heads it",
        arguments: [
            "[eating]\nZUNI, BLUE HEN\n[riding]\nBLUE HEN CABS",
            "\u{FEFF}# A note, with [brackets].\r\n[eating]\r\nZUNI,\r\n\r\n BLUE HEN ,\r\n"
                + "[ riding ]\r\n\tBLUE HEN CABS,\r\n",
            "[eating]\nZUNI\n[riding]\nBLUE HEN CABS\n[eating]\n,BLUE HEN,,",
        ])
    func names(list: String) throws {
        #expect(try Self.reason(list, "SQ *ZUNI SF") == "eating/ZUNI: dining")
        #expect(try Self.reason(list, "BLUE HEN 12") == "eating/BLUE HEN: dining")
        #expect(
            try Self.reason(list, "BLUE HEN CABS") == "riding/BLUE HEN CABS: transportation")
        #expect(try Self.reason(list, "ZUNIGA LLC") == nil)
    }

    @Test("that is empty has no names")
    func empty() throws {
        #expect(try Self.reason("", "ZUNI") == nil)
        #expect(try Self.reason("", "ZUNI SUSHI") == "eating/SUSHI: dining")
    }

    @Test(
        "that is broken says where and why",
        arguments: [
            (
                "ZUNI",
                "config/merchants-us.txt:1: a name stands above the first heading; put "
                    + "[category] there"
            ),
            (
                "# Note\n\n[eating\nZUNI",
                "config/merchants-us.txt:3: a heading is a word between "
                    + "[ and ]"
            ),
            (
                "[eating]\nZUNI\n[]",
                "config/merchants-us.txt:3: a heading is a word between [ and ]"
            ),
            (
                "[eating]\nZUNI\n[dinning]\nHEN",
                "config/merchants-us.txt:3: category-map.toml has "
                    + "no rule \"dinning\""
            ),
            (nil, "config/merchants-us.txt: there is no such file"),
        ] as [(String?, String)])
    func broken(list: String?, report: String) throws {
        let files = try ShippedFiles.configuration(replacing: Self.texts(list))
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        guard let error else { return }
        let place = error.line.map { ":\($0)" } ?? ""
        #expect("\(error.file)\(place): \(error.message)" == report)
    }
}
