import Statements

extension BankTable {
    /// The shapes of European banks' exports, with rows made up here.
    static let european: [BankTable] = [
        BankTable(
            name: "dkb",
            text: """
                "Girokonto";"DE02120300000000202051"
                ""
                "Kontostand vom 31.03.2025:";"1.034,56 €"
                ""
                "Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
                "28.03.25";"28.03.25";"Gebucht";"Ana Beispiel";"Stadtwerke Musterstadt";"Abschlag März";"Ausgang";"DE75512108001245126199";"-65,00";"DE98ZZZ09999999999";"M1";""
                "03.03.25";"03.03.25";"Vorgemerkt";"Brightline GmbH";"Ana Beispiel";"Lohn";"Eingang";"DE75512108001245126198";"2.650";"";"";""
                """,
            rows: [
                "2025-03-28 -65 Stadtwerke Musterstadt",
                "2025-03-03 2650 Ana Beispiel",
            ]),
        BankTable(
            name: "comdirect",
            text: """
                ;
                "Umsätze Girokonto";"Zeitraum: 30 Tage";
                "Neuer Kontostand";"1.234,56 EUR";

                "Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
                "05.03.2025";"05.03.2025";"Lastschrift / Belastung";"Auftraggeber: Stadtwerke Buchungstext: Abschlag Ref. X1";"-65,00";
                "03.03.2025";"03.03.2025";"Übertrag / Überweisung";"Auftraggeber: Brightline Buchungstext: Lohn Ref. X2";"2.650,00";

                "Alter Kontostand";"-1.350,44 EUR";
                """,
            rows: [
                "2025-03-05 -65 Auftraggeber: Stadtwerke Buchungstext: Abschlag Ref. X1",
                "2025-03-03 2650 Auftraggeber: Brightline Buchungstext: Lohn Ref. X2",
            ]),
        BankTable(
            name: "ing-de",
            text: """
                Umsatzanzeige;Datei erstellt am: 31.03.2025 10:00

                IBAN;DE02 1203 0000 0000 2020 51
                Kontoname;Girokonto
                Bank;ING
                Kunde;Ana Beispiel
                Zeitraum;01.03.2025 - 31.03.2025
                Saldo;1.034,56;EUR

                Sortierung;Datum absteigend

                In der CSV-Datei finden Sie alle bereits gebuchten Umsätze.

                Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung
                28.03.2025;28.03.2025;Stadtwerke;Lastschrift;Abschlag;1.034,56;EUR;-65,00;EUR
                03.03.2025;03.03.2025;Brightline;Gehalt/Rente;Lohn;1.099,56;EUR;1.000,00;EUR
                """,
            rows: [
                "2025-03-28 -65 Stadtwerke",
                "2025-03-03 1000 Brightline",
            ]),
        BankTable(
            name: "sparkasse",
            text: """
                "Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
                "DE02120300000000202051";"28.03.25";"28.03.25";"FOLGELASTSCHRIFT";"Abschlag";"";"";"";"";"";"";"Stadtwerke";"DE75512108001245126199";"BYLADEM1";"-65,00";"EUR";"Umsatz gebucht"
                "DE02120300000000202051";"03.03.25";"03.03.25";"GUTSCHR. UEBERWEISUNG";"Lohn";"";"";"";"";"";"";"Brightline";"DE75512108001245126198";"BYLADEM1";"2650,00";"EUR";"Umsatz vorgemerkt"
                """,
            rows: [
                "2025-03-28 -65 Stadtwerke",
                "2025-03-03 2650 Brightline",
            ]),
        BankTable(
            name: "postfinance",
            text: """
                Datum von:;="2025-03-01"
                Konto:;="CH9300762011623852957"
                Währung:;="CHF"

                Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF
                28.03.2025;KAUF FERNWAY;;-65.00;28.03.2025;1'185.00
                03.03.2025;GUTSCHRIFT BRIGHTLINE;1'250.00;;03.03.2025;1'250.00

                Disclaimer:
                Dies ist kein durch die Bank erstelltes Dokument.
                """,
            rows: [
                "2025-03-28 -65 KAUF FERNWAY",
                "2025-03-03 1250 GUTSCHRIFT BRIGHTLINE",
            ]),
        BankTable(
            name: "bnp",
            text: """
                Compte de chèques;Compte de chèques;****1234;28/03/2025;;1 034,56
                Date operation;Categorie operation;Sous Categorie operation;Libelle operation;Montant operation
                28-03-2025;Alimentation;Supermarché;FACTURE CARTE FERNWAY;-65,00
                03-03-2025;Revenus;Salaire;VIR BRIGHTLINE;1 250,00
                """,
            rows: [
                "2025-03-28 -65 FACTURE CARTE FERNWAY",
                "2025-03-03 1250 VIR BRIGHTLINE",
            ]),
        BankTable(
            name: "boursorama",
            text: """
                dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance
                2025-03-28;2025-03-28;"CARTE 27/03/25 FERNWAY";Alimentation;"Vie quotidienne";fernway;-65,00;;00012345678;BoursoBank;1034.56
                2025-03-03;2025-03-03;"VIR BRIGHTLINE";Salaire;Revenus;brightline;"1 250,00";;00012345678;BoursoBank;1034.56
                """,
            rows: [
                "2025-03-28 -65 CARTE 27/03/25 FERNWAY",
                "2025-03-03 1250 VIR BRIGHTLINE",
            ]),
        BankTable(
            name: "fineco",
            text: """
                Data;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato
                28/03/2025;;-65,00;Pagamento Visa Debit;FERNWAY Milano;Contabilizzato
                03/03/2025;1.250,00;;Stipendio;BRIGHTLINE stipendio marzo;Contabilizzato
                """,
            rows: [
                "2025-03-28 -65 Pagamento Visa Debit",
                "2025-03-03 1250 Stipendio",
            ]),
        BankTable(
            name: "rabobank",
            text: """
                "IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Naam initiërende partij","BIC tegenpartij","Code","Batch ID","Transactiereferentie","Machtigingskenmerk","Incassant ID","Betalingskenmerk","Omschrijving-1","Omschrijving-2","Omschrijving-3"
                "NL91RABO0315273637","EUR","RABONL2U","000000000000000001","2025-03-03","2025-03-03","+1250,00","+2250,00","NL20INGB0001234567","Brightline","","","INGBNL2A","cb","","","","","","Salaris","",""
                "NL91RABO0315273637","EUR","RABONL2U","000000000000000002","2025-03-28","2025-03-28","-65,00","+2185,00","","Fernway","","","","bc","","","","","","Betaalautomaat","",""
                """,
            rows: [
                "2025-03-03 1250 Brightline",
                "2025-03-28 -65 Fernway",
            ]),
        BankTable(
            name: "ing-nl",
            text: """
                "Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"
                "20250328";"Fernway";"NL20INGB0001234567";"";"BA";"Af";"65,00";"Betaalautomaat";"Pasvolgnr 001";"1185,00";""
                "20250303";"Brightline";"NL20INGB0001234567";"NL91RABO0315273637";"OV";"Bij";"1250,00";"Overschrijving";"Salaris";"1250,00";""
                """,
            rows: [
                "2025-03-28 -65 Fernway",
                "2025-03-03 1250 Brightline",
            ]),
        BankTable(
            name: "abn",
            text: """
                accountNumber\tmutationcode\ttransactiondate\tvaluedate\tstartsaldo\tendsaldo\tamount\tdescription
                123456789\tEUR\t20250328\t20250328\t1250,00\t1185,00\t-65,00\tBEA Fernway
                123456789\tEUR\t20250303\t20250303\t0,00\t1250,00\t1250,00\tSEPA Brightline
                """,
            rows: [
                "2025-03-28 -65 BEA Fernway",
                "2025-03-03 1250 SEPA Brightline",
            ]),
        BankTable(
            name: "bbva",
            text: """
                Fecha;F. Valor;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones
                28/03/2025;28/03/2025;Fernway;Pago con tarjeta;-65,00;EUR;1.185,00;EUR;4940 FERNWAY
                03/03/2025;03/03/2025;Brightline;Nómina;1.250,00;EUR;1.250,00;EUR;
                """,
            rows: [
                "2025-03-28 -65 Fernway",
                "2025-03-03 1250 Brightline",
            ]),
        BankTable(
            name: "swedbank",
            text: """
                Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo
                1,81059,1234567890,Privatkonto,SEK,2025-03-28,2025-03-27,2025-03-28,Fernway,Kortköp,-65.00,1185.00
                2,81059,1234567890,Privatkonto,SEK,2025-03-03,2025-03-03,2025-03-03,Lön,Insättning,1250.00,1250.00
                """,
            rows: [
                "2025-03-28 -65 Kortköp",
                "2025-03-03 1250 Insättning",
            ]),
        BankTable(
            name: "nordea",
            text: """
                Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta
                2025/03/28;-65,00;1234 56 78901;;;Kortköp 250327 Fernway;1185,00;SEK
                2025/03/03;1250,00;;1234 56 78901;;Lön Brightline;1250,00;SEK
                """,
            rows: [
                "2025-03-28 -65 Kortköp 250327 Fernway",
                "2025-03-03 1250 Lön Brightline",
            ]),
        BankTable(
            name: "otp-fi",
            text: """
                Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Saajan tilinumero;Viite;Viesti;Arkistointitunnus
                2025-03-28;2025-03-28;-65,00;"162";PKORTTIMAKSU;FERNWAY;;ref=;Viesti: kauppa;20250328/5
                2025-03-03;2025-03-03;+1250,00;"506";PALKKA;BRIGHTLINE;;ref=;;20250303/5
                """,
            rows: [
                "2025-03-28 -65 FERNWAY",
                "2025-03-03 1250 BRIGHTLINE",
            ]),
        BankTable(
            name: "danske",
            text: """
                "Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"
                "03.03.2025";"Løn Brightline";"1.250,00";"1.250,00";"Udført";"Nej"
                "28.03.2025";"Fernway";"-65,00";"1.185,00";"Udført";"Nej"
                """,
            rows: [
                "2025-03-03 1250 Løn Brightline",
                "2025-03-28 -65 Fernway",
            ]),
        BankTable(
            name: "dnb",
            text: """
                "Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"
                "28.03.2025";"Varekjøp Fernway";"28.03.2025";"65,00";""
                "03.03.2025";"Lønn Brightline";"03.03.2025";"";"1250,00"
                """,
            rows: [
                "2025-03-28 -65 Varekjøp Fernway",
                "2025-03-03 1250 Lønn Brightline",
            ]),
        BankTable(
            name: "pko",
            text: """
                "Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","","","",""
                "2025-03-28","2025-03-28","Płatność kartą","-65.00","PLN","+1185.00","Tytuł: FERNWAY","Lokalizacja: WARSZAWA","","",""
                "2025-03-27","2025-03-27","Płatność kartą","-20.00","PLN","+1250.00","Tytuł: 0100 7423","Lokalizacja: Adres: KELP COFFEE Miasto: WARSZAWA Kraj: POLSKA","","",""
                "2025-03-26","2025-03-26","Przelew z rachunku","-10.00","PLN","+1270.00","Rachunek odbiorcy: 12 3456","Nazwa odbiorcy: JAN EXAMPLE","Tytuł: ZWROT","",""
                "2025-03-03","2025-03-03","Przelew na konto","+1250.00","PLN","+1280.00","Nadawca: BRIGHTLINE","Tytuł: PENSJA","","",""
                """,
            rows: [
                "2025-03-28 -65 Tytuł: FERNWAY Lokalizacja: WARSZAWA",
                "2025-03-27 -20 KELP COFFEE",
                "2025-03-26 -10 JAN EXAMPLE",
                "2025-03-03 1250 BRIGHTLINE",
            ]),
        BankTable(
            name: "isbank",
            text: """
                Tarih;Açıklama;İşlem Tutarı;Bakiye
                28/03/2025;Market Fernway;-65,00;1.185,00
                03/03/2025;Maaş Brightline;1.250,00;1.250,00
                """,
            rows: [
                "2025-03-28 -65 Market Fernway",
                "2025-03-03 1250 Maaş Brightline",
            ]),
        BankTable(
            name: "paypal-de",
            text: """
                "Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Absender E-Mail-Adresse","Empfänger E-Mail-Adresse","Transaktionscode","Guthaben"
                "28.03.2025","10:00:00","CET","Fernway","Allgemeine Zahlung","Abgeschlossen","EUR","-65,00","0,00","-65,00","a@example.com","b@example.com","T1","1.185,00"
                "03.03.2025","10:00:00","CET","Brightline","Handyzahlung","Abgeschlossen","EUR","1.287,50","-37,50","1.250,00","b@example.com","a@example.com","T2","1.250,00"
                """,
            rows: [
                "2025-03-28 -65 Fernway",
                "2025-03-03 1250 Brightline",
            ]),
        BankTable(
            name: "paypal",
            text: """
                "Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Reference Txn ID","Balance"
                "28/03/2025","10:00:00","GMT","Fernway","Express Checkout Payment","Completed","GBP","-65.00","0.00","-65.00","a@example.com","b@example.com","T1","","1,185.00"
                "03/03/2025","10:00:00","GMT","Brightline","Mobile Payment","Completed","GBP","1,287.50","-37.50","1,250.00","b@example.com","a@example.com","T2","","1,250.00"
                """,
            rows: [
                "2025-03-28 -65 Fernway",
                "2025-03-03 1250 Brightline",
            ]),
    ]
}
