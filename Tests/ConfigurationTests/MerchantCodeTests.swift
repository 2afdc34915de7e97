import Configuration
import Model
import Rules
import TOMLKit
import Testing

@Suite("The shipped merchant codes")
struct MerchantCodeTests {
    private static let map = Result { try ShippedMap() }

    private static func category(_ code: String, _ text: String = "Qqq") throws -> String? {
        try map.get().matches(Example(description: text, merchantCode: code)).first?.effect
            .category
    }

    @Test(
        "a merchant code decides before the name",
        arguments: [
            ("5812", "dining"), ("5813", "dining"), ("5814", "dining"), ("5921", "dining"),
            ("5411", "groceries"), ("5462", "groceries"), ("5499", "groceries"),
            ("4121", "transportation"), ("5541", "transportation"), ("5552", "transportation"),
            ("7523", "transportation"), ("5912", "healthcare"), ("8011", "healthcare"),
            ("8021", "healthcare"), ("8043", "healthcare"), ("3000", "travel"),
            ("3299", "travel"), ("3300", "travel"), ("3350", "travel"), ("3351", "travel"),
            ("3441", "travel"), ("3501", "travel"), ("3999", "travel"), ("7011", "travel"),
            ("4411", "travel"), ("4900", "bills"), ("6300", "insurance"), ("6513", "bills"),
            ("9311", "bills"), ("5816", "entertainment"), ("7832", "entertainment"),
            ("7995", "entertainment"), ("5942", "shopping"), ("5311", "shopping"),
            ("8398", "gifts"), ("8220", "education"), ("7230", "personal-care"), ("0742", "pets"),
            ("8351", "children"), ("5712", "home"), ("1711", "home"), ("9402", "other"),
            // No merchant's.
            ("", "shopping"), ("9999", "shopping"), ("3442", "shopping"), ("3500", "shopping"),
        ])
    func beforeNames(code: String, category: String) throws {
        #expect(try Self.category(code, "AMAZON MKTPL") == category)
    }

    @Test(
        "a code of many kinds of merchants decides where no name does",
        arguments: [
            ("4899", "bills"), ("5968", "shopping"), ("5999", "shopping"), ("7399", "other"),
            ("7997", "healthcare"), ("5818", "entertainment"), ("9399", "other"),
            ("7372", "bills"), ("4789", "transportation"),
        ])
    func afterNames(code: String, category: String) throws {
        #expect(try Self.category(code) == category)
        #expect(try Self.category(code, "NETFLIX.COM") == "entertainment")
    }

    @Test("every code of ISO 18245 has one place, in the map or among the money movements")
    func complete() throws {
        let texts = try ShippedFiles.texts()
        let rules = try ["category-map.toml", "weak-words.toml"].flatMap { name in
            try TOMLDecoder().decode(CodesOfMap.self, from: texts[name] ?? "").rule
        }
        let movements = try TOMLDecoder().decode(
            CodesOfTransfers.self, from: texts["transfers.toml"] ?? "")
        var places: [String: Int] = [:]
        for rule in rules {
            for code in (rule.merchant_codes ?? []) + (rule.merchant_codes_after_names ?? []) {
                places[code, default: 0] += 1
            }
            for range in rule.merchant_code_ranges ?? [] {
                for code in range[0]...range[1] { places["\(code)", default: 0] += 1 }
            }
        }
        for code in movements.merchant_codes { places[code, default: 0] += 1 }
        #expect(places.filter { $0.value > 1 }.isEmpty)
        #expect(Self.standard.filter { places[$0] == nil }.isEmpty)
    }

    /// The codes of ISO 18245 but those of single airlines, car rentals and
    /// hotels.
    private static let standard = """
        0742 0763 0780 1520 1711 1731 1740 1750 1761 1771 1799 2741 2791 2842
        4011 4111 4112 4119 4121 4131 4214 4215 4225 4411 4457 4468 4511 4582 4722 4784 4789
        4812 4814 4816 4821 4829 4899 4900
        5013 5021 5039 5044 5045 5046 5047 5051 5065 5072 5074 5085 5094 5099 5111 5122 5131
        5137 5139 5169 5172 5192 5193 5198 5199 5200 5211 5231 5251 5261 5271 5300 5309 5310
        5311 5331 5399 5411 5422 5441 5451 5462 5499 5511 5521 5531 5532 5533 5541 5542 5551
        5561 5571 5592 5598 5599 5611 5621 5631 5641 5651 5655 5661 5681 5691 5697 5698 5699
        5712 5713 5714 5718 5719 5722 5732 5733 5734 5735 5811 5812 5813 5814 5912 5921 5931
        5932 5933 5935 5937 5940 5941 5942 5943 5944 5945 5946 5947 5948 5949 5950 5960 5962
        5963 5964 5965 5966 5967 5968 5969 5970 5971 5972 5973 5975 5976 5977 5978 5983 5992
        5993 5994 5995 5996 5997 5998 5999
        6010 6011 6012 6050 6051 6211 6300 6513
        7011 7012 7032 7033 7210 7211 7216 7217 7221 7230 7251 7261 7273 7276 7277 7278 7296
        7297 7298 7299 7311 7321 7333 7338 7339 7342 7349 7361 7372 7375 7379 7392 7393 7394
        7395 7399 7512 7513 7519 7523 7531 7534 7535 7538 7542 7549 7622 7623 7629 7631 7641
        7692 7699 7829 7832 7841 7911 7922 7929 7932 7933 7941 7991 7992 7993 7994 7995 7996
        7997 7998 7999
        8011 8021 8031 8041 8042 8043 8049 8050 8062 8071 8099 8111 8211 8220 8241 8244 8249
        8299 8351 8398 8641 8651 8661 8675 8699 8734 8911 8931 8999
        9211 9222 9223 9311 9399 9402 9405
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private struct CodesOfMap: Decodable {
        let rule: [Codes]
        struct Codes: Decodable {
            let merchant_codes: [String]?
            let merchant_codes_after_names: [String]?
            let merchant_code_ranges: [[Int]]?
        }
    }

    private struct CodesOfTransfers: Decodable {
        let merchant_codes: [String]
    }
}
