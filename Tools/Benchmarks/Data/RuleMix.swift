import Model
public import Rules

/// Table rules as a person who writes many would have them, drawn from a seed.
///
/// Most look for a merchant's words in one of a transaction's texts; some ask
/// of amount, account or weekday too. Some 60 texts are merchants of the
/// made-up household, whatever the number of rules, so that most transactions
/// match none to two; all others are merchants that it never met.
public struct RuleMix {
    private var random: SeededNumbers
    private let count: Int

    private init(count: Int, seed: UInt64) {
        random = SeededNumbers(seed: seed)
        self.count = count
    }

    /// - Parameters:
    ///   - count: how many rules.
    ///   - seed: the same seed gives the same rules on every machine.
    public static func rules(_ count: Int, seed: UInt64) -> [Rule] {
        var mix = RuleMix(count: count, seed: seed)
        return (0..<count).map { number in
            Rule(
                id: "rules/mix.lua:\(number)", name: "Rule \(number)",
                origin: .lua(file: "rules/mix.lua", line: number + 1),
                condition: number < Self.journeys ? mix.journey() : mix.condition(),
                effect: Effect(category: "shopping"))
        }
    }

    private mutating func condition() -> Condition {
        switch random.below(100) {
        case 0..<60: textCondition()
        case 60..<75: .all([textCondition(), .amount(amountTest())])
        case 75..<80: .all([textCondition(), .accountType([.credit])])
        case 80..<84: .all([textCondition(), .weekday([6, 7])])
        case 84..<91: .any([textCondition(), textCondition()])
        case 91..<95: .all([textCondition(), .none([textCondition()])])
        case 95..<98: .all([textCondition(), .text(.account, .contains("visa"))])
        default: .all([textCondition(), .day(DayTest(from: day(random.below(3600))))])
        }
    }

    /// What was bought on ten days away. No text announces such a rule, so it
    /// is looked at for every transaction.
    private mutating func journey() -> Condition {
        let start = random.below(3600)
        return .all([
            .accountType([.credit]), .amount(.less(amount(0))),
            .day(DayTest(from: day(start), through: day(start + 9))),
        ])
    }

    private mutating func textCondition() -> Condition {
        .text(field(), textTest())
    }

    private mutating func field() -> TextField {
        switch random.below(100) {
        case 0..<55: .description
        case 55..<75: .anyText
        case 75..<96: .payee
        default: .memo
        }
    }

    private mutating func textTest() -> TextTest {
        switch random.below(100) {
        case 0..<70: .contains(merchant())
        case 70..<82: .containsWord(merchant())
        case 82..<88: .startsWith(merchant())
        case 88..<92: .equals(merchant())
        case 92..<96: .oneOf([merchant(), merchant(), merchant()])
        case 96..<98: .endsWith(merchant())
        default: .matches(merchant() + pick([".*[0-9]{4}", #"\b"#, " +(store|shop)", " #?[0-9]+"]))
        }
    }

    private mutating func merchant() -> String {
        random.below(count) < Self.textsOfHousehold
            ? pick(Self.householdMerchants) : madeUpMerchant()
    }

    private mutating func madeUpMerchant() -> String {
        var name = pick(Self.beginnings) + pick(Self.middles) + pick(Self.endings)
        if random.below(3) == 0 { name += " " + pick(Self.trades) }
        return name
    }

    private mutating func amountTest() -> AmountTest {
        switch random.below(4) {
        case 0: .less(amount(-random.below(100)))
        case 1: .greater(amount(-random.below(100)))
        case 2: .between(amount(-100 - random.below(100)), amount(-random.below(100)))
        default: .approximately(amount(-1 - random.below(100)))
        }
    }

    private func amount(_ dollars: Int) -> DecimalAmount {
        DecimalAmount(coefficient: Int64(dollars), decimals: 0)
    }

    /// - Parameter offset: days after the spring of 2015.
    private func day(_ offset: Int) -> CalendarDay {
        CalendarDay(daysSinceEpoch: Int32(16_600 + offset))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[random.below(elements.count)]
    }

    private static let textsOfHousehold = 52
    private static let journeys = 5

    private static let householdMerchants = [
        "SPECTRUM", "NETFLIX", "SPOTIFY", "DISNEYPLUS", "VERIZON", "PLANET FIT", "CAPITOL DAILY",
        "DELTA DENTAL", "GREAT LAKES MUTUAL", "LITTLE ACORNS", "PRAIRIE ELECTRIC", "CHECK",
        "TRADER JOE", "WHOLEFDS", "COSTCO WHSE", "COSTCO GAS", "WILLY STREET", "HY-VEE",
        "SHELL OIL", "KWIK TRIP", "CITY OF MADISON", "UBER TRIP", "LYFT", "TST* GRAZE",
        "EL PASTOR", "CHIPOTLE", "DOORDASH", "IANS PIZZA", "BLUE HERON", "STARBUCKS", "COLECTIVO",
        "WALGREENS", "CVS/PHARMACY", "AMZN MKTP", "AMAZON.COM", "TARGET", "HOME DEPOT",
        "BESTBUYCOM", "ETSY", "MARCUS POINT", "STEAMGAMES", "OVERTURE CENTER", "HAPPY TAILS",
        "GREAT CLIPS", "USPS PO", "ATM WITHDRAWAL", "ZELLE PAYMENT", "VENMO",
    ]
    private static let beginnings = [
        "AL", "BAR", "BEL", "BRI", "CAL", "CAN", "CHES", "COR", "DAL", "DUN", "EAST", "EL", "FAIR",
        "FEN", "GAR", "GLEN", "GRAN", "HAR", "HOL", "IRON", "JAS", "KEN", "KIR", "LAN", "LIN",
        "MAR", "MEL", "MON", "NOR", "OAK", "OR", "PAL", "PEN", "PRES", "QUIN", "RAV", "RIV", "ROS",
        "SAL", "SHEL", "SOL", "STAN", "TAL", "TOR", "UL", "VAL", "VER", "WAL", "WEST", "WIN",
        "YOR", "ZEN",
    ]
    private static let middles = [
        "A", "AN", "BE", "BER", "CO", "DE", "DER", "DO", "E", "EN", "FI", "GA", "I", "ING", "LA",
        "LE", "LO", "MA", "MI", "NE", "NO", "O", "ON", "RA", "RI", "SE", "TA", "TER", "TI", "VE",
    ]
    private static let endings = [
        "BROOK", "BURY", "BY", "CA", "CREST", "DALE", "DO", "FIELD", "FORD", "GATE", "HAM", "KEY",
        "LAND", "LEY", "LITE", "MART", "MORE", "NA", "NET", "POINT", "RIDGE", "SON", "STER",
        "TEK", "TON", "TRON", "VILLE", "WAY", "WELL", "WOOD", "WORTH", "X",
    ]
    private static let trades = [
        "BAKERY", "BOOKS", "BREWING", "CAFE", "CLEANERS", "CLINIC", "COFFEE", "DENTAL", "DINER",
        "ELECTRIC", "FARM", "FITNESS", "FLORIST", "FUEL", "GARAGE", "GRILL", "HARDWARE", "HOTEL",
        "INSURANCE", "MARKET", "MEDIA", "MUSIC", "OUTLET", "PARKING", "PHARMACY", "PIZZA", "SALON",
        "SPORTS", "STORE", "SUPPLY", "TAXI", "THEATRE", "TOYS", "TRAVEL", "UTILITY", "VETERINARY",
    ]
}
