import Classification
import Configuration
import TestSupport
import Testing

@Suite("Payees by the shipped words")
struct PayeeTests {
    private static let payees = Result { try ShippedFiles.configuration().payees() }

    @Test("a text names its payee", arguments: PayeeSamples.named)
    func named(text: String, name: String) throws {
        #expect(try Self.payees.get().name(of: text) == name)
    }

    @Test("two merchants stay two", arguments: PayeeSamples.different)
    func different(one: String, other: String) throws {
        let payees = try Self.payees.get()
        #expect(payees.key(of: one) != payees.key(of: other))
    }

    @Test("a payee's name is its own name", arguments: PayeeSamples.named.map(\.name))
    func stable(name: String) throws {
        let payees = try Self.payees.get()
        #expect(payees.name(of: name) == name)
    }

    @Test("case and white space make no other payee", arguments: PayeeSamples.named.map(\.text))
    func folded(text: String) throws {
        let payees = try Self.payees.get()
        let spaced = text.split(separator: " ").joined(separator: "   ")
        #expect(payees.key(of: text.lowercased()) == payees.key(of: text))
        #expect(payees.key(of: "  \(spaced) ") == payees.key(of: text))
    }

    @Test("what changes from one payment to the next makes no other payee", arguments: 1...5)
    func noise(seed: UInt64) throws {
        let payees = try Self.payees.get()
        var random = RandomNumbers(seed: seed)
        let names = ["BLUE HERON COFFEE", "HARBOR BOOKS & TOYS", "LUCKY DRAGON", "MÜLLER BROT"]
        let before = ["", "POS DEBIT ", "CHECKCARD 0412 ", "SQ *", "DEBIT CARD PURCHASE "]
        let after = [
            "", " #12", " 02713", " MADISON WI", " #4 OAKLAND CA", " 608-266-4761 WI", " 03/14",
            " REF #A1B2C3", " LLC", " XXXXX1234", " 8005928996 CA", " SAN FRANCISC CA US",
        ]
        for _ in 0..<200 {
            let name = names.randomElement(using: &random) ?? ""
            let text =
                (before.randomElement(using: &random) ?? "") + name
                + (after.randomElement(using: &random) ?? "")
            #expect(payees.key(of: text) == payees.key(of: name), "\(text)")
        }
    }

    @Test(
        "a column that cuts off how it was paid cuts off nothing of the name",
        arguments: [
            "PREMIUM", "INS PREM", "PAYMENT", "MEMBERSHIP FEE", "DIRECT DEPOSIT", "AUTOPAY",
        ])
    func columns(ending: String) throws {
        let payees = try Self.payees.get()
        let words = ending.split(separator: " ")
        // A single word is known by four letters, the last of several by one.
        let least = words.count > 1 ? words.dropLast().joined().count + words.count : 4
        for name in ["DELTA DENTAL OF WI", "PRAIRIE ELECTRIC COOP", "ACME ROBOTICS & SONS"] {
            let key = payees.key(of: name)
            let text = "\(name) \(ending)"
            for width in name.count + 1...text.count where width >= 20 {
                let cut = String(text.prefix(width))
                #expect(payees.key(of: cut).hasPrefix(key), "\(cut)")
                if width > name.count + least { #expect(payees.key(of: cut) == key, "\(cut)") }
                #expect(payees.key(of: "\(cut) #40021") == payees.key(of: cut), "\(cut)")
            }
        }
    }

    @Test(
        "a text without a letter or digit names nobody", arguments: ["", " ", "***", "- / -"])
    func empty(text: String) throws {
        #expect(try Self.payees.get().key(of: text).isEmpty)
    }
}
