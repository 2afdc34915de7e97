import Classification
import Configuration
import Model
import TestSupport
import Testing

@Suite("Payees as banks in other countries write them")
struct ForeignPayeeTests {
    private static let payees = Result { try ShippedFiles.configuration().payees() }

    static let samples: [(text: String, name: String)] = [
        // French
        ("CARTE 14/03 LIBRAIRIE DU PORT CB*4412", "Librairie du Port"),
        ("CARTE X4412 LIBRAIRIE DU PORT 14/03", "Librairie du Port"),
        ("CARTE 14/03 LIBRAIRIE DU PORT 7 CB*4412", "Librairie du Port"),
        ("CARTE 14/03 STUDIO 7 CB*4412", "Studio 7"),
        ("CARTE X4412 SUMUP  *LIBRAIRIE DU PORT 14/03", "Librairie du Port"),
        ("CARTE X4412 AMAZON PRIME VIDEO 14/03", "Prime Video"),
        ("PAIEMENT PAR CARTE X4412 LIBRAIRIE DU PORT 14/03", "Librairie du Port"),
        ("FACTURE CARTE DU 140326 LIBRAIRIE DU PORT CARTE 4974XXXXXXXX4412", "Librairie du Port"),
        ("PRLV SEPA LIBRAIRIE DU PORT", "Librairie du Port"),
        ("Prélèvement européen LIBRAIRIE DU PORT", "Librairie du Port"),
        ("VIR INST VERS LIBRAIRIE DU PORT", "Librairie du Port"),
        ("Achat Interac - 3243 / LIBRAIRIE DU PORT", "Librairie du Port"),
        // German
        ("KARTENZAHLUNG BLUMEN REISSER", "Blumen Reisser"),
        ("SEPA-Lastschrift BLUMEN REISSER", "Blumen Reisser"),
        ("Bezahlung Karte 14.03.26 09:04 BLUMEN REISSER", "Blumen Reisser"),
        ("Kauf/Dienstleistung vom 14.03.2026 Karte XXXX4412 BLUMEN REISSER", "Blumen Reisser"),
        // Spanish
        ("COMPRA TARJ. 4974XXXXXXXX4412 PANADERIA LUNA", "Panaderia Luna"),
        ("PAGO CON TARJETA EN PANADERIA LUNA", "Panaderia Luna"),
        ("RECIBO PANADERIA LUNA", "Panaderia Luna"),
        // Italian
        ("PAGAMENTO POS 14/03/2026 17:07 PANIFICIO SOLE", "Panificio Sole"),
        ("PAGAMENTO POS 14/03/26 09:04 CARTA N. XXXX4412 PANIFICIO SOLE", "Panificio Sole"),
        ("ADDEBITO SDD PANIFICIO SOLE", "Panificio Sole"),
        ("BONIFICO A FAVORE DI PANIFICIO SOLE", "Panificio Sole"),
        // Portuguese
        ("COMPRA NO DEBITO 14/03 PADARIA SOL", "Padaria Sol"),
        ("PADARIA SOL-14/03", "Padaria Sol"),
        ("DEBITO EXPRESSO PAG*PADARIASOL", "Padariasol"),
        ("TRANSFERÊNCIA ENVIADA PELO PIX PADARIA SOL", "Padaria Sol"),
        // Dutch
        ("BEA, Betaalpas BAKKERIJ DE ZON", "Bakkerij de Zon"),
        ("SEPA Incasso algemeen doorlopend BAKKERIJ DE ZON", "Bakkerij de Zon"),
        ("CCV*BAKKERIJ DE ZON", "Bakkerij de Zon"),
        // Abroad
        ("BAKKERIJ DE ZON 15,56 EUR koers 1.0000", "Bakkerij de Zon"),
        ("BAKKERIJ DE ZON 9 EUR", "Bakkerij de Zon"),
        ("BAKKERIJ DE ZON SEK 1041.39", "Bakkerij de Zon"),
        ("BAKKERIJ DE ZON AMT 10.42 GBP", "Bakkerij de Zon"),
        ("EUR 4 YOU", "Eur 4 You"),
        // Scandinavian
        ("KORTKÖP 260314 BAGERI SOLEN", "Bageri Solen"),
        ("VAREKJØP BAGERI SOLEN", "Bageri Solen"),
        ("Autogiro BAGERI SOLEN", "Bageri Solen"),
        ("Swish betalning till Elin Solberg", "Elin Solberg"),
        ("DK-NOTA5207 BAGERI SOLEN", "Bageri Solen"),
        ("VISA KØB DKK 49,00 BAGERI SOLEN DEN 03.11", "Bageri Solen"),
        // Codes that hang on a word, and words behind the name
        ("POS5207 BAGERI SOLEN", "Bageri Solen"),
        ("SPAR5207 BERGEN", "Spar5207 Bergen"),
        (
            "COMPRA EN PANADERIA LUNA, CON LA TARJETA : 4974XXXXXXXX4412 EL 2026-11-05",
            "Panaderia Luna"
        ),
        ("PP.2630.PP . Panaderia Luna , Ihr Einkauf bei Panaderia Luna", "Panaderia Luna"),
        // Australia and Britain
        ("EFTPOS PURCHASE HARBOUR BOOKS", "Harbour Books"),
        ("HARBOUR BOOKS Card xx4412 Value Date: 14/03/2026", "Harbour Books"),
        ("HARBOUR BOOKS CD 4412", "Harbour Books"),
    ]

    @Test("a text names its payee", arguments: samples)
    func named(text: String, name: String) throws {
        #expect(try Self.payees.get().name(of: text) == name)
    }

    @Test("are read from the beginning of a text, however long it is", arguments: ["ZQ ", "é "])
    func longText(filler: String) throws {
        let payees = try Self.payees.get()
        let filling = String(repeating: filler, count: 2_000)
        let name = payees.name(of: "ACHAT CB LIBRAIRIE DU PORT " + filling)
        #expect(name == payees.name(of: "ACHAT CB LIBRAIRIE DU PORT " + filling + filling))
        #expect(name.utf8.count <= PayeeNormaliser.mostBytes)
    }

    @Test(
        "a text that says only how it was paid leaves the name to the bank's payee",
        arguments: [
            "KARTENZAHLUNG", "FOLGELASTSCHRIFT", "DAUERAUFTRAG", "PAGAMENTO POS", "PRLV SEPA",
            "Achat Interac", "SEPA Incasso algemeen doorlopend", "VIREMENT", "COMPRA",
        ])
    func unnamed(text: String) throws {
        var texts = TextTable()
        let row = TransactionFacts(
            id: 1, amount: -100, day: CalendarDay(daysSinceEpoch: 0), account: 0,
            description: texts.id(of: text), payee: texts.id(of: "HARBOR BOOKS"), memo: .empty,
            merchantCode: .empty, isPending: false)
        let account = AccountFacts(
            id: 1, name: "Checking", institution: "First Example Bank", type: .checking,
            currency: Currency(code: "EUR"))
        var payees = SnapshotPayees(
            try Self.payees.get(),
            snapshot: Snapshot(
                asOf: row.day, accounts: [account], transactions: [row], texts: texts))
        #expect(payees.names.isEmpty)
        let payee = payees.payee(ofRow: 0)
        #expect(payees.names[payee] == "Harbor Books")
    }
}
