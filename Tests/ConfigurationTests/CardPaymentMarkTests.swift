import Configuration
import Model
import Testing

@Suite("The marks of payments of cards")
struct CardPaymentMarkTests {
    private func files(_ rules: String) throws -> ConfigurationFiles {
        try ShippedFiles.configuration(replacing: ["card-payments.toml": rules])
    }

    @Test("are shipped for payments of cards by a bank's words and by a bank's name")
    func shipped() throws {
        let marks = try ShippedFiles.configuration().cardPayments()
        #expect(
            marks.rules == ["card-payment-sent", "card-payment-by-number", "card-payment-of-bank"])
        #expect(marks.commonWords == ["bank"])
    }

    @Test("are those of one's own file")
    func own() throws {
        let marks = try files(
            """
            bank_words = ["Banco"]
            [[rule]]
            id = "mine"
            name = "Mine"
            words = ["TARJETA"]
            class = "transfer"
            pays_card = true
            [[rule]]
            id = "other"
            name = "Other"
            words = ["TRASPASO"]
            class = "transfer"
            """
        ).cardPayments()
        #expect(marks.rules == ["mine"])
        #expect(marks.commonWords == ["banco"])
    }

    @Test("are empty if no rule has one")
    func none() throws {
        let marks = try files(
            "[[rule]]\nid = \"a\"\nname = \"A\"\nwords = [\"A\"]\nclass = \"transfer\"\n"
        ).cardPayments()
        #expect(marks.rules.isEmpty)
    }

    @Test("belong to transfers only")
    func ofExpense() throws {
        let files = try files(
            """
            [[rule]]
            id = "a"
            name = "A"
            words = ["A"]
            class = "expense"
            pays_card = true
            """)
        let error = #expect(throws: ConfigurationError.self) { try files.pipeline() }
        #expect(error?.file == "config/card-payments.toml")
        #expect(error?.message == "rule a: what pays a card is of the class transfer")
    }
}
