import Foundation
import TestSupport
import Testing

/// Merchants whose texts have words in common, which must not become one.
@Suite("Separate merchants")
struct SeparatePayeeTests {
    /// Words for kinds of shops, and whether a name begins with them.
    struct Language: CustomTestStringConvertible, Sendable {
        let name: String
        let kinds: [String]
        let isKindFirst: Bool
        /// The letters of which names are made.
        let consonants: [String]
        let vowels: [String]

        var testDescription: String { name }
    }

    private static let languages = [
        Language(
            name: "English", kinds: ["CAFE", "TAXIS", "MOTORS", "FLORIST", "DENTAL", "BAKERY"],
            isKindFirst: false, consonants: ["b", "d", "k", "l", "m", "n", "th", "st", "w"],
            vowels: ["a", "e", "o", "ea"]),
        Language(
            name: "German", kinds: ["APOTHEKE", "REISEN", "BLUMEN", "KINO", "BUECHER", "TAXI"],
            isKindFirst: false, consonants: ["b", "f", "g", "h", "k", "sch", "st", "w", "z"],
            vowels: ["a", "e", "u", "ei"]),
        Language(
            name: "French",
            kinds: ["BOULANGERIE", "PHARMACIE", "GARAGE", "CAFE", "FLEURS", "OPTIQUE"],
            isKindFirst: true, consonants: ["b", "c", "l", "m", "n", "r", "v", "ch"],
            vowels: ["a", "e", "ou", "ai"]),
        Language(
            name: "Spanish",
            kinds: ["PANADERIA", "FARMACIA", "TALLER", "BAR", "FLORES", "LIBRERIA"],
            isKindFirst: true, consonants: ["b", "c", "d", "l", "m", "r", "t", "v"],
            vowels: ["a", "e", "o", "ue"]),
        Language(
            name: "Dutch", kinds: ["BAKKERIJ", "APOTHEEK", "FIETSEN", "BLOEMEN", "TAXI", "BOEKEN"],
            isKindFirst: false, consonants: ["b", "d", "g", "k", "l", "v", "w", "z"],
            vowels: ["a", "ee", "o", "ij"]),
    ]

    /// Texts by account, with the merchant that each is of.
    private struct Street {
        var texts: [[String]] = [[], [], []]
        var merchants: [String: String] = [:]

        mutating func add(_ text: String, of merchant: String, to account: Int) {
            if let known = merchants[text], known != merchant { return }
            merchants[text] = merchant
            texts[account].append(text)
        }
    }

    /// Chains with branches in the same towns, and shops that are named after these.
    private static func street(
        _ language: Language, chains: Int, towns: Int, seed: UInt64
    ) -> Street {
        var random = RandomNumbers(seed: seed)
        func word(_ syllables: Int) -> String {
            (0..<syllables).map { _ in
                (language.consonants.randomElement(using: &random) ?? "")
                    + (language.vowels.randomElement(using: &random) ?? "")
            }.joined().uppercased() + ["", "N", "L", "R"][Int.random(in: 0..<4, using: &random)]
        }
        let towns = (0..<towns).map { number in
            number % 7 == 3 ? "\(word(1)) \(word(2))" : word(Int.random(in: 2...3, using: &random))
        }
        var street = Street()
        for chain in 0..<chains {
            let name = chain % 3 == 0 ? word(3) : "\(word(2)) \(word(2))"
            for town in towns where chain < 4 || Int.random(in: 0..<3, using: &random) > 0 {
                street.add("\(name) \(town)", of: "chain \(chain)", to: 0)
            }
            if chain % 5 == 4 { street.add(name, of: "chain \(chain)", to: 2) }
        }
        for (number, town) in towns.enumerated() {
            for kind in 0..<Int.random(in: 1...2, using: &random) {
                let kind = language.kinds[(number + kind) % language.kinds.count]
                let text = language.isKindFirst ? "\(kind) \(town)" : "\(town) \(kind)"
                street.add(text, of: text, to: 1)
            }
            if number % 6 == 0 { street.add(town, of: town, to: 1) }
        }
        return street
    }

    @Test(
        "that share the names of towns stay apart", arguments: languages,
        [(2, 5), (1, 5), (3, 12), (50, 50)])
    func towns(language: Language, size: (chains: Int, towns: Int)) throws {
        for seed in Seeds.first(of: 40) {
            let street = Self.street(
                language, chains: size.chains, towns: size.towns, seed: seed)
            let payees = try Payees(street.texts)
            var merchants: [String: String] = [:]
            for (text, merchant) in street.merchants.sorted(by: { $0.key < $1.key }) {
                let name = try #require(payees[text])
                let other = merchants.updateValue(merchant, forKey: name) ?? merchant
                #expect(other == merchant, "\(text) is \(name)")
            }
        }
    }

    @Test(
        "stay apart where a street or town follows one and begins another",
        arguments: [
            ["NORTHAM", "SELBY", "ASHFORD", "KIRKWALL", "MILLBROOK"],
            ["HIGH STREET", "MILL LANE", "STATION ROAD", "CHURCH STREET", "MARKET SQUARE"],
            ["BAD HOLM", "ST ABBS", "LA ROQUE", "NEW SELBY", "OLD KIRKBY"],
        ])
    func streets(places: [String]) throws {
        let kinds = ["TAXIS", "MOTORS", "FLORIST", "CAFE", "DENTAL"]
        let shops = zip(places, kinds).map { "\($0) \($1)" }
        let chains = places.map { "GREEN BASKET \($0)" } + places.map { "FARM CORNER \($0)" }
        let payees = try Payees([chains, shops])
        for shop in shops { #expect(payees[shop]?.uppercased() == shop) }
        for (number, place) in places.enumerated() {
            for name in ["GREEN BASKET", "FARM CORNER"] {
                let payee = try #require(payees["\(name) \(place)"])
                #expect(payee.uppercased().hasPrefix(name), "\(number)")
            }
        }
    }
}
