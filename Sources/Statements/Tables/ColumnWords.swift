import Model

/// What headings say about their columns, in the languages of banks' exports.
enum ColumnWords {
    /// A meaning of a heading; the lowest rank is the best word for it.
    struct Meaning: Hashable, Sendable {
        let column: TableLayout.Column
        let rank: Int
    }

    /// What a heading says, best first; empty for an unknown one.
    static func meanings(of heading: String) -> [Meaning] {
        guard (1...80).contains(heading.utf8.count) else { return [] }
        let whole = key(heading)
        guard !whole.isEmpty else { return [] }
        if let exact = table[whole] { return exact }
        let short = isAside(whole) ? whole : key(withoutExtras(heading))
        if short != whole, !short.isEmpty, let exact = table[short] { return exact }
        // "Beschreibung1" and "Description 2" are several of a kind.
        let plain = String(whole.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
        if plain != whole, plain.count > 3, let exact = table[plain] { return exact }
        return weakMeanings(of: whole)
    }

    /// Whether a heading is about an amount in another currency, or a part of one.
    private static func isAside(_ key: String) -> Bool {
        asides.contains { TableWords.has($0, in: key) }
    }

    /// In small plain letters, without blanks and marks.
    static func key(_ heading: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in PlainLetters.typed(heading).unicodeScalars {
            let isKept =
                scalar.properties.isAlphabetic
                || scalar.properties.generalCategory == .decimalNumber || scalar == "#"
                || (scalar == "/" && !key.isEmpty)
            if isKept { key.append(scalar) }
        }
        let text = String(key)
        return text.hasPrefix("#") && text.utf8.count > 1 ? String(text.dropFirst()) : text
    }

    /// Without what stands in parentheses, and without a currency: "Amount (EUR)" is "Amount".
    private static func withoutExtras(_ heading: String) -> String {
        let before = heading.prefix { $0 != "(" && $0 != "[" && $0 != "（" }
        return before.split { $0 == " " || $0 == "_" }.filter {
            $0 != "in" && (CurrencyText.code(of: String($0)) == nil || $0.utf8.count < 3)
        }.joined(separator: " ")
    }

    /// The currency that a heading names, as "Amount (EUR)" and "Částka CZK" do.
    static func currency(in heading: String) -> String? {
        let words = heading.split { !$0.isLetter && !"€£₹".contains($0) }
        guard words.count > 1 else { return nil }
        return words.dropFirst().lazy.compactMap { word in
            word == word.uppercased() ? CurrencyText.code(of: String(word)) : nil
        }.first
    }

    private static func weakMeanings(of key: String) -> [Meaning] {
        guard !isAside(key), key.utf8.count <= 40 else { return [] }
        for (column, stems) in stems where stems.contains(where: { TableWords.has($0, in: key) }) {
            return [Meaning(column: column, rank: 1_000)]
        }
        return []
    }

    private static let table: [String: [Meaning]] = {
        var table: [String: [Meaning]] = [:]
        for (column, words) in words {
            for (rank, word) in words.split(separator: "|").enumerated() {
                let key = key(String(word))
                table[key, default: []].append(Meaning(column: column, rank: rank))
            }
        }
        return table
    }()

    private static let asides = [
        "original", "foreign", "local", "convert", "fee", "tax", "rate", "fremd", "shipping",
        "insurance", "limit", "origin", "counter", "devise", "month", "week", "added", "created",
        "interest", "cashback", "points", "discount", "quantity", "puvodni", "orig", "kurs",
        "category", "kategor", "start", "begin", "opening",
    ]

    private static let stems: [(TableLayout.Column, [String])] = [
        (.balance, ["balance", "saldo", "solde", "egyenleg", "zustatek", "bakiye", "余额", "残高"]),
        (
            .amount,
            [
                "amount", "betrag", "montant", "importe", "importo", "bedrag", "kwota", "castka",
                "osszeg", "belopp", "belob", "belop", "tutar", "金额", "金額",
            ]
        ),
        (
            .day,
            [
                "date", "datum", "fecha", "dato", "paivamaara", "tarih", "日期", "日付", "dátum",
            ]
        ),
        (.currency, ["currency", "wahrung", "waehrung", "valuta code"]),
        (.description, ["description", "verwendungszweck", "libelle", "omschrijving", "popis"]),
    ]

    private static let words: [(TableLayout.Column, String)] = [
        (
            .day,
            """
            booking date|clearing date|posted date|posting date|post date|date posted|date processed|\
            processed date|booked date|bookingdate|completed date|date completed|\
            date comptable|date d'opération|date operation|date de l'opération|dateop|\
            datum zaúčtování|datum zauctovani|könyvelés dátuma|buchungstag|buchungsdatum|\
            buchung|data contabile|data księgowania|bokföringsdag|bokföringsdatum|bokført dato|\
            bogføringsdato|kirjauspäivä|fecha contable|fecha de operación|fecha operación|\
            fecha operacion|date|datum|dato|data|fecha|data operacji|data operazione|\
            data transakcji|data transação|data mov|data movimento|data mov.|data lançamento|\
            transaction date|trans date|trans. date|transdate|transactiondate|date of transaction|\
            belegdatum|transaktionsdatum|rentedatum|transactiedatum|boekdatum|boekingsdatum|\
            datum boeking|datum provedení|datum transakce|datum valuty|tranzakció dátuma|\
            tranzakció ideje|transaktionsdag|transaksjonsdato|utført dato|pvm|päivämäärä|\
            maksupäivä|tarih|işlem tarihi|datetime|date time|date/time|time|timestamp|created|\
            created on|created at|datum/uhrzeit|kuupäev|datums|dátum|日期|交易日期|交易时间|\
            记账日期|日付|取引日|お取り引き日|ご利用日|利用日|年月日|giorno|jour|started date|\
            date initiated|date de transaction|date de comptabilisation|fecha de transacción
            """
        ),
        (
            .valueDay,
            """
            value date|valuedate|valuta|valutadatum|wertstellung|wertstellungstag|valutadato|\
            date de valeur|date valeur|dateval|fecha valor|f. valor|data valuta|data valor|\
            data waluty|värdedag|valutadag|rentedatum|interest date|értéknap|valör|arvopäivä|\
            transaction date|trans date|original date|started date|date de transaction|\
            datum provedení|belegdatum|kaufdatum|date d'achat|authorised on|起息日
            """
        ),
        (
            .amount,
            """
            net|net amount|netto|neto|amount|amount num.|amount num|amount (total)|betrag|\
            umsatz|importe|importo|montant|bedrag|valor|kwota|kwota operacji|\
            kwota transakcji|kwota w walucie rachunku|castka|částka|zaúčtovaná částka|objem|\
            összeg|tranzakció összege|belopp|beløb|beløp|määrä|summa|tutar|işlem tutarı|total|\
            amount in account currency|transaction amount|billing amount|value|金额|交易金额|\
            金額|ご利用金額|利用金額|montante|quantia|brutto|gross|bruto|gross amount|\
            betrag in kontowährung|buchungsbetrag|umsatz in eur|sum|summe|belop|bedrag (eur)
            """
        ),
        (
            .spent,
            """
            paid out|money out|debit|debits|outflow|withdrawal|withdrawals|withdrawal (-)|\
            withdrawal amount|debit amount|debitamount|spent|amount debited|débit|débit euros|\
            soll|belastung|lastschrift|ausgang|ausgaben|ausgabe|debet|debito|débito|cargo|\
            cargos|gasto|gastos|addebiti|addebito|uscite|dare|débitos|obciążenia|obciążenie|\
            wydatki|výdaje|debetbelopp|uttag|ud|ut|ut fra konto|udbetaling|belastet|otto|borç|\
            支出|支出金额|借方|出金|お引出し|出金金額|お支払金額|支払い金額|お支払い金額|支払金額|kiadás|terhelés|paid|payments|\
            expense|spend|money out (£)|spese|af|uitgaven|charge
            """
        ),
        (
            .received,
            """
            paid in|money in|credit|credits|inflow|deposit|deposits|deposit (+)|deposit amount|\
            credit amount|creditamount|received|amount credited|crédit|crédit euros|haben|\
            gutschrift|eingang|einnahmen|einnahme|credito|crédito|abono|abonos|ingreso|\
            ingresos|accrediti|accredito|entrate|avere|créditos|uznania|uznanie|wpływy|příjmy|\
            kreditbelopp|insättning|ind|inn|inn på konto|indbetaling|insatt|pano|alacak|收入|\
            收入金额|贷方|入金|お預入れ|入金金額|預かり金額|お預かり金額|お預り金額|bevétel|jóváírás|income|bij|inkomsten|kredit
            """
        ),
        (
            .sign,
            """
            d/c|c/d|dc|cd|cr/dr|dr/cr|debit/credit|credit/debit|debit credit|debit or credit|\
            credit or debit|credit debit indicator|creditdebitindicator|soll/haben|s/h|\
            soll haben|soll/haben kennzeichen|af bij|af/bij|bij/af|bevétel/kiadás|sens|signe|\
            vorzeichen|sign|+/-|indicator|débit/crédit|dare/avere|debe/haber|debet/credit|\
            transaction type|type|details|einnahme/ausgabe|income/expense|direction|richtung|\
            收/支|借贷标志|ma/wn|d/k|deebet/kreedit
            """
        ),
        (
            .balance,
            """
            balance|running balance|running bal.|endsaldo|eindsaldo|guthaben|account balance|ledger balance|cash balance|saldo|\
            balance (£)|closing balance|saldo contable|saldo contabile|saldo po operacji|\
            saldo po transakcji|solde|saldo nach buchung|kontostand|saldo na|saldo disponible|\
            zůstatek|zustatek|könyvelt egyenleg|egyenleg|bokfört saldo|saldo efter|bakiye|\
            saldo na rekening|balans|jääk|atlikums|余额|账户余额|残高|差引残高|balance after|\
            solde après|amount after|bokført saldo|saldo dopo|saldo na boeking
            """
        ),
        (
            .currency,
            """
            currency|currency code|account currency|währung|waehrung|devise|monnaie|divisa|\
            moneda|valuta|munt|waluta|waluta rachunku|měna|měna účtu|mena|devizanem|\
            tranzakció devizaneme|moeda|valuutta|para birimi|döviz|币种|通貨|ccy|muntsoort|\
            commodity/currency|mutationcode|valuta code|currency_code|kontowährung
            """
        ),
        (
            .payee,
            """
            custom name|payee|payee name|merchant|merchant name|counterparty|counterparty name|\
            counter party|partner|partner name|partner neve|name / description|name/description|\
            beneficiary|beneficiary name|recipient|recipient name|target name|name|empfänger|\
            zahlungsempfänger|zahlungsempfänger*in|zahlungspflichtige*r|\
            auftraggeber/empfänger|auftraggeber / begünstigter|auftraggeber/begünstigter|\
            beguenstigter/zahlungspflichtiger|begünstigter/zahlungspflichtiger|\
            beguenstigter/auftraggeber|begünstigter / auftraggeber|name zahlungsbeteiligter|\
            zahlungsbeteiligter|gegenpartei|kontrahent|odbiorca/nadawca|nadawca / odbiorca|\
            bénéficiaire|bénéficiaires|tiers|contrepartie|beneficiario|ordenante|\
            naam tegenpartij|tegenpartij|naam / omschrijving|naam|nome|nombre|\
            název protiúčtu|counteraccount name|protistrana|ellenoldali név|mottagare|modtager|\
            modpart|mottaker|saaja|saaja/maksaja|nimi|alıcı|\
            交易对方|对方户名|store name|vendor|from/to|to/from|saajan nimi|saaja tai maksaja|\
            saaja/saatja|saaja/saatja nimi|entity
            """
        ),
        (
            .description,
            """
            description|transaction description|details|transaction details|narrative|narration|\
            particulars|memo|reference|verwendungszweck|beschreibung|buchungsdetails|text|\
            libellé|libelle|libellé de l'opération|libelle operation|libellé simplifié|\
            label|remarque|concepto|descripción|descripcion|observaciones|\
            descrizione|causale|descrizione operazione|descrição|histórico|historico|\
            omschrijving|omschrijving-1|mededelingen|mededeling|vrije mededeling|opis operacji|\
            opis transakcji|opis|tytuł|tytułem|popis|popis transakce|zpráva|\
            zpráva pro příjemce|message for payee|közlemény|leírás|beskrivning|specifikation|\
            transaktionstext|rubrik|beskrivelse|tekst|forklaring|viesti|selite|selitys|\
            açıklama|摘要|交易摘要|商品|商品说明|摘要内容|お取り扱い内容|ご利用店名|利用店名|\
            ご利用先など|内容|original description|full description|name 1|reason|payment reference|\
            zahlungsgrund|transaction|item|note|subject|merchant/description|selgitus|\
            dettagli|detail|particular|operazione|informació|movimiento|statement description|\
            bankovní spojení|bank account details|položka
            """
        ),
        (
            .memo,
            """
            memo|original description|original statement|full description|additional description|\
            additional info|extended details|buchungstext|transaktionstyp|umsatzart|umsatztyp|\
            typ|type|transaction type|type d'opération|type operation|tipo|mutatiesoort|soort|\
            tranzakció típusa|typ transakce|typ operacji|rodzaj operacji|rodzaj transakcji|\
            transaction code|code|libellé complémentaire|libelle complementaire|informations|\
            informations complementaires|detail|details|részletek|note|reference|referenz|referens|referanse|\
            kundenreferenz|payment reference|poznámka|mededelingen|omschrijving-2|\
            omschrijving-3|message|meddelande|melding|viite|viesti|check number|check #|\
            check or slip #|cheque number|explanation|notes / #hashtags|\
            message for me|zpráva pro mě|action|description|descrizione completa|\
            concepto|observaciones|détail|statement description|appears on your statement as
            """
        ),
        (
            .category,
            """
            category group/category|category|categories|kategorie|catégorie|categorie|\
            categoria|categoría|kategoria|kategori|luokka|rubriek|kategorie transakce|\
            分类|交易分类|類別|spending category|category name|subcategory|\
            merchant category|rubrique
            """
        ),
        (.tags, "tags|labels|transaction tags|schlagworte|étiquettes|etiquetas|etichette|标签"),
        (
            .notes,
            """
            notes|note|notiz|notizen|anmerkung|commentaire|commentaires|nota|notas|\
            comment|comments|personal note|klientská poznámka|client note
            """
        ),
        (
            .account,
            """
            account name|account|accountlabel|konto|kontoname|kontobezeichnung|compte|cuenta|conto|\
            rekening|rubrieknaam|rachunek|účet|název účtu|számla neve|conta|tili|hesap|\
            账户|口座|wallet|libellé compte|comptelabel|product name|auftragskontoname
            """
        ),
        (
            .accountID,
            """
            account id|account number|accountnum|account #|account no|account no.|iban auftragskonto|\
            auftragskonto|iban|kontonummer|rekeningnummer|iban/bban|rekening|numéro de compte|\
            numero de compte|comptenum|accountid|account iban|own account|číslo účtu|\
            számlaszám|számlaszáma|číslo vlastního účtu|numer rachunku|numero conto|\
            número de cuenta|kontonr|clearingnummer/kontonummer|account mask|kliendi konto|\
            ügyfél számla|kontobezeichnung iban
            """
        ),
        (
            .id,
            """
            transaction id|transactionid|id|tx id|transaction reference|transaction number|\
            transaction ref|id. de transacción|id transakce|referenz id|reference number|\
            bank reference|fitid|arkivreferens|transaktions-id|transaktionscode|\
            referenční číslo transakce|transaction reference number|megbízás azonosító|volgnr|\
            operation number|numéro d'opération|reference no|unique id|transferwise id|\
            journal_id|external_id|sepa reference|archiefreferentie|archiveringskode|\
            arkistointitunnus|identyfikator|交易号|交易订单号|流水号|id transazione|order number|\
            sequence number|journal|transaction hash|transactie referentie
            """
        ),
        (
            .state,
            """
            status|state|transaction status|buchungsstatus|stato|estado|statut|stan|stav|\
            állapot|cleared|settled|pending|tila|durum|交易状态|支付状态|info
            """
        ),
        (.fee, "fee|fees|gebühr|frais|comisión|commissione|kosten|opłata|poplatek|avgift|gebyr"),
    ]
}
