import Model

/// The summer vacation, with flights in spring and ten days in July, and a weekend in
/// Las Vegas in October.
struct Vacation: Routine {
    private let flights: KindID
    private let destinations: [Destination]
    private let taxi: KindID
    private let weekend: [(range: ClosedRange<Int64>, kind: KindID)]

    private struct Destination {
        let hotel: KindID
        let restaurants: [KindID]
        let sights: KindID
    }

    init(catalogue: inout EntryCatalogue) {
        flights = catalogue.add(
            .expense(
                "Delta Air Lines", "DELTA AIR 006~~~~~~~~~~ ATLANTA GA",
                "UNITED 016~~~~~~~~~~ UNITED.COM TX", category: .travel, code: "3058"))
        taxi = catalogue.add(
            .expense(
                "Airport taxi", "SUMUP *TAXI AEROPORTO", category: .transportation, code: "4121"))
        weekend = [
            (
                310_00...520_00,
                catalogue.add(
                    .expense(
                        "Bellagio", "BELLAGIO LAS VEGAS NV", category: .travel, code: "7011"))
            ),
            (
                41_00...96_00,
                catalogue.add(
                    .expense(
                        "Shellfish Shack", "SHELLFISH SHACK LAS VEGAS NV", category: .dining,
                        code: "5812"))
            ),
            (
                22_00...71_00,
                catalogue.add(
                    .expense(
                        "Gastro House", "GASTRO HOUSE LAS VEGAS NV", category: .dining,
                        code: "5812"))
            ),
            (
                8_00...32_00,
                catalogue.add(
                    .expense(
                        "Las Vegas Souvenirs", "LAS VEGAS SOUVENIRS 702-555-0139 NV",
                        category: .shopping, code: "5947"))
            ),
        ]
        destinations = [
            Destination(
                hotel: catalogue.add(
                    .expense(
                        "Hotel Fontana", "HOTEL FONTANA ROMA ITA", category: .travel, code: "7011")),
                restaurants: catalogue.add([
                    .expense(
                        "Trattoria da Mario", "TRATTORIA DA MARIO ROMA ITA", category: .dining,
                        code: "5812"),
                    .expense(
                        "Gelateria Fassi", "SUMUP *GELATERIA FASSI ROMA ITA", category: .dining,
                        code: "5814"),
                ]),
                sights: catalogue.add(
                    .expense(
                        "Musei Vaticani", "MUSEI VATICANI TICKET CITTA VAT", category: .travel,
                        code: "7991"))),
            Destination(
                hotel: catalogue.add(
                    .expense(
                        "Pensão Aurora", "PENSÃO AURORA LISBOA PRT", category: .travel,
                        code: "7011")),
                restaurants: catalogue.add([
                    .expense(
                        "Tasca do Zé", "TASCA DO ZÉ LISBOA PRT", category: .dining, code: "5812"),
                    .expense(
                        "Pastelaria Sol", "PASTELARIA SOL BELEM PRT", category: .dining,
                        code: "5462"
                    ),
                ]),
                sights: catalogue.add(
                    .expense(
                        "Oceanário", "OCEANARIO LISBOA BILHETES PRT", category: .travel,
                        code: "7998"))),
            Destination(
                hotel: catalogue.add(
                    .expense(
                        "Airbnb", "AIRBNB * HM^^^^^^^^ 4158005959 CA", category: .travel,
                        code: "4722")),
                restaurants: catalogue.add([
                    .expense(
                        "Bistrot Paul", "BISTROT PAUL 75011 PARIS FRA", category: .dining,
                        code: "5812"),
                    .expense(
                        "Boulangerie Lili", "ZETTLE_*BOULANGERIE LILI PARIS FRA",
                        category: .dining, code: "5462"),
                ]),
                sights: catalogue.add(
                    .expense(
                        "Musée d'Orsay", "MUSEE D ORSAY BILLETTERIE PARIS FRA", category: .travel,
                        code: "7991"))),
        ]
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        switch month.month {
        case 4:
            let fare = ledger.priced(ledger.random.number(in: 610_00...840_00))
            let day = ledger.day(ledger.random.days(in: 5...20))
            for _ in 1...3 { ledger.addCardPurchase(flights, on: .visa, -fare, transacted: day) }
        case 7:
            let start = ledger.random.days(in: 2...12)
            travel(to: destinations[month.year % destinations.count], from: start, in: &ledger)
        case 10:
            let start = ledger.random.days(in: 3...20)
            for (range, kind) in weekend {
                let amount = ledger.priced(ledger.random.amount(in: range))
                let day = ledger.day(start + ledger.random.days(in: 0...2))
                ledger.addCardPurchase(kind, on: .visa, -amount, transacted: day)
            }
        default:
            break
        }
    }

    private func travel(to place: Destination, from start: Int, in ledger: inout Ledger) {
        func spend(_ range: ClosedRange<Int64>, on kind: KindID, day: Int) {
            let amount = ledger.priced(ledger.random.amount(in: range))
            ledger.addCardPurchase(kind, on: .visa, -amount, transacted: ledger.day(day))
        }
        spend(38_00...64_00, on: taxi, day: start)
        spend(1_150_00...1_900_00, on: place.hotel, day: start + 9)
        for night in 0..<10 {
            spend(
                6_00...118_00, on: ledger.random.element(of: place.restaurants), day: start + night)
        }
        spend(36_00...92_00, on: place.sights, day: start + 3)
        spend(38_00...64_00, on: taxi, day: start + 10)
    }
}
