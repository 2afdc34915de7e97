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
            streets = ["ST"]
            not_streets = ["ST PAUL"]
            before_names = ["POS"]
            behind_names = ["PAYMENT"]
            [[rule]]
            id = "eating"
            name = "Eating"
            category = "dining"
            words = ["SUSHI"]
            weak_words = ["POT"]
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
            guard case .rules(let rulebook, _, _) = stage.kind else { continue }
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

    @Test(
        "has weak names, which decide where no other does",
        arguments: [
            ("REGAL 12", "riding/REGAL: transportation"), ("REGAL SUSHI", "eating/SUSHI: dining"),
            ("ZUNI REGAL", "eating/ZUNI: dining"), ("REGALIA", nil),
        ] as [(String, String?)])
    func weak(text: String, expected: String?) throws {
        #expect(try Self.reason("[eating]\nZUNI\n[riding, weak]\nREGAL", text) == expected)
    }

    @Test(
        "has names that must stand alone, but for numbers and words of the bank",
        arguments: [
            ("HEN & CO", true), ("Hen & Co 1234", true), ("POS HEN & CO #7", true),
            ("POS 06/12 HEN & CO1234", true), ("HEN & CO PAYMENT 7", true), ("76 - HEN & CO", true),
            ("HEN & CO HOUSE", false), ("BLUE HEN & CO", false), ("HEN & CO 4 KIDS", false),
            ("HEN & COPAYMENT", false), ("KITCHEN & CO", false),
        ])
    func alone(text: String, isFound: Bool) throws {
        let expected = isFound ? "riding/HEN & CO: transportation" : nil
        #expect(try Self.reason("[riding, alone]\nHEN & CO", text) == expected)
    }

    @Test(
        "comes before weak words, which name no street",
        arguments: [
            ("POT 12", "eating/POT: dining"), ("POT ST PAUL", "eating/POT: dining"),
            ("12 POT ST", nil), ("POT 12 POT ST.", "eating/POT: dining"),
            ("ZUNI POT", "riding/ZUNI: transportation"), ("POT STAND", "eating/POT: dining"),
            ("POTTER", nil),
        ] as [(String, String?)])
    func streets(text: String, expected: String?) throws {
        #expect(try Self.reason("[riding]\nZUNI", text) == expected)
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
                "config/merchants-us.txt:1: there is a name above the first heading; put "
                    + "[category] there"
            ),
            (
                "# Note\n\n[eating\nZUNI",
                "config/merchants-us.txt:3: a heading is a word between "
                    + "[ and ]"
            ),
            (
                "[eating, bold]\nZUNI",
                "config/merchants-us.txt:1: names are \"weak\" or \"alone\", or nothing is said "
                    + "of them"
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
