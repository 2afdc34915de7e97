import Classification
import Configuration
import Model
import Testing

/// Numbers of terminals and cards that a bank writes in front of names.
@Suite("Codes in front of names")
struct LeadingCodeTests {
    @Test(
        "that change from text to text belong to no name",
        arguments: [
            ["TX-A5201 BASTARD CAFE", "TX-A5207 BASTARD CAFE"],
            ["TXA-5201 BASTARD CAFE", "TXA-5207 BASTARD CAFE"],
            ["tx-a5201 Bastard Cafe", "TX-A52071 BASTARD CAFE"],
            ["KORT-5201 BASTARD CAFE", "KORT-5207 BASTARD CAFE", "KORT-5209 BASTARD CAFE"],
        ])
    func codes(texts: [String]) throws {
        let payees = try Payees([texts])
        for text in texts { #expect(payees[text] == "Bastard Cafe") }
    }

    @Test("that one name shows belong to no other name of the account")
    func otherNames() throws {
        let texts = ["TX-A5201 BASTARD CAFE", "TX-A5207 BASTARD CAFE", "TX-A5299 HARBOR BOOKS"]
        #expect(try Payees([texts])["TX-A5299 HARBOR BOOKS"] == "Harbor Books")
        // Another account shows nothing by itself.
        let apart = try Payees([Array(texts.prefix(2)), ["TX-A5300 NORTHWIND"]])
        #expect(apart["TX-A5300 NORTHWIND"] == "Tx-A5300 Northwind")
    }

    @Test(
        "stay where they may be names: once, alike, of brands, and in front of towns",
        arguments: [
            ["TX-A5201 BASTARD CAFE"], ["TX-A5201 BASTARD CAFE", "TX-A5201 BASTARD CAFE OSLO"],
            ["CO-OP1234 BASTARD CAFE", "CO-OP1235 BASTARD CAFE"],
            ["PX-A1234 MADISON", "PX-A1235 MADISON"], ["TX-A5201", "TX-A5207"],
            ["LARKFIELD-5201 BOOKS", "LARKFIELD-5207 BOOKS"], ["A-1 TAXI", "A-2 TAXI"],
        ])
    func names(texts: [String]) throws {
        let payees = try Payees([texts])
        let names = Set(texts.map { payees[$0] ?? "" })
        #expect(names.isDisjoint(with: ["Bastard Cafe", "Madison", "Books", "Taxi"]))
    }

    @Test("two shops behind one series of codes stay two")
    func twoShops() throws {
        let shops = ["HARBOR BOOKS", "HARBOR CAFE", "NORTHWIND", "IRON TEMPLE", "CEDAR GROCERS"]
        let texts = shops.enumerated().flatMap { shop, name in
            (0..<4).map { "TX-A\(5200 + shop * 7 + $0) \(name)" }
        }
        let payees = try Payees([texts])
        #expect(Set(texts.compactMap { payees[$0] }).count == shops.count)
    }

    @Test("the person's name for a text with its code stays")
    func alias() throws {
        let texts = ["TX-A5201 BASTARD CAFE", "TX-A5207 BASTARD CAFE"]
        let payees = try Payees([texts], aliases: ["tx-a5201 bastard cafe": "My Cafe"])
        #expect(payees[texts[0]] == "My Cafe")
    }
}
