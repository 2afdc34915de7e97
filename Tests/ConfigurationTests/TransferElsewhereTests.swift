import Model
import Testing

@Suite("Transfers as banks word them in other languages")
struct TransferElsewhereTests {
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("Main", "Itaú Unibanco", .checking), ("Other", "Nubank", .checking),
        ("Card", "Banco Azul", .credit),
    ]

    private func feed(_ sent: String, _ received: String, after days: Int = 1) throws -> BankFeed {
        try BankFeed(
            Self.accounts,
            [Booking("Main", 9, -700, sent), Booking("Other", 9 + days, 700, received)])
    }

    @Test(
        "are a pair where neither side names anybody",
        arguments: [
            ("ÜBERWEISUNG", "ECHTZEIT-GUTSCHRIFT"), ("Överföring", "8327-9,994 112 334-1"),
            ("VIREMENT INTERNE", "VIREMENT RECU"), ("BONIFICO", "ACCREDITO BONIFICO"),
            ("TRASPASO", "TRASPASO RECIBIDO"), ("OVERBOEKING", "BIJSCHRIJVING"),
            ("PRZELEW WŁASNY", "PRZELEW PRZYCHODZĄCY"), ("TILISIIRTO", "PANO"),
        ])
    func pair(sent: String, received: String) throws {
        #expect(try feed(sent, received).partners == [2, 1])
    }

    @Test(
        "are none where a side names somebody, also with the bank of an account",
        arguments: [
            ("PIX ENVIADO", "PIX RECEBIDO Marta Silveira ITAÚ UNIBANCO"),
            ("TRANSFERÊNCIA ENVIADA JOANA PRADO", "TRANSFERÊNCIA RECEBIDA"),
            ("ÜBERWEISUNG Max Weber", "GUTSCHRIFT"),
            ("BONIFICO A FAVORE DI ROSSI MARIO", "BONIFICO"),
            ("NOMINA", "TRANSFERENCIA"), ("SWISH", "ÖVERFÖRING"),
        ])
    func somebody(sent: String, received: String) throws {
        #expect(try feed(sent, received).partners == [nil, nil])
    }

    @Test("a credit transfer that names the bank of an account is none by itself")
    func bankOfAnybody() throws {
        let feed = try BankFeed(
            Self.accounts, [Booking("Main", 9, -700, "PIX ENVIADO Joana Prado NUBANK")])
        #expect(feed.classes == [.expense])
    }

    @Test("a weekend between both sides doesn't count where both call it a transfer")
    func weekend() throws {
        // Day 9 of the feed is a Wednesday.
        let (sent, received) = ("TRANSFER TO NUBANK", "TRANSFER FROM ITAÚ")
        #expect(try feed(sent, received, after: 5).partners == [2, 1])
        #expect(try feed(sent, received, after: 6).partners == [nil, nil])
        #expect(try feed("WITHDRAWAL", "DEPOSIT", after: 5).partners == [nil, nil])
    }

    @Test(
        "what a card received is its payment, in any language",
        arguments: [
            "PAGAMENTO RECEBIDO", "Betalning mottagen", "GRACIAS POR SU PAGO", "VOTRE PAIEMENT",
            "Betaling ontvangen", "SPŁATA KARTY",
        ])
    func cardPayment(text: String) throws {
        #expect(try BankFeed(Self.accounts, [Booking("Card", 9, 700, text)]).classes == [.transfer])
    }

    @Test(
        "what a shop gave back to a card is none",
        arguments: [
            "DEVOLUCION COMPRA ZAPATOS", "ESTORNO LOJA AZUL", "RIMBORSO NEGOZIO", "ÅTERKÖP SKOR",
        ])
    func cardRefund(text: String) throws {
        #expect(try BankFeed(Self.accounts, [Booking("Card", 9, 700, text)]).classes == [.expense])
    }

    @Test(
        "what is laid by in words of the language is a transfer that saves",
        arguments: [
            "SPARRATE JUNI", "VIR LIVRET A", "APORTACION PLAN DE PENSIONES", "Aplicação CDB",
            "NAAR SPAARREKENING", "Månadssparande", "Round-up", "LASTSCHRIFT UNION INVESTMENT",
        ])
    func saved(text: String) throws {
        let feed = try BankFeed(Self.accounts, [Booking("Main", 9, -70, text)])
        #expect(feed.classes == [.transfer])
        #expect(feed.lenses == [.saving])
    }

    @Test(
        "pay, pensions, benefits and interest are income",
        arguments: [
            "LOHN/GEHALT 03/26", "VIR SEPA ACME SALAIRE", "ABONO NOMINA", "Lön", "INPS PENSIONE",
            "FAMILIENKASSE KINDERGELD", "ZORGTOESLAG", "ZINSGUTSCHRIFT", "RENDIMENTO POUPANCA",
            "Skatteverket",
        ])
    func income(text: String) throws {
        let feed = try BankFeed(Self.accounts, [Booking("Main", 9, 700, text)])
        #expect(feed.classes == [.income])
        #expect(feed.reasonsOfClasses.allSatisfy { !$0.hasPrefix("Default") })
    }
}
