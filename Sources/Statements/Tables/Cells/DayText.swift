import Model

/// A day as a cell writes it, perhaps with a time behind it. The order of the numbers may be
/// open.
enum DayText: Hashable, Sendable {
    /// Year first with four digits, or a month's name.
    case certain(CalendarDay)
    /// Two numbers before the year.
    case numbers(Int, Int, year: Int)
    /// Three numbers of at most two digits.
    case short(Int, Int, Int)
    /// The shape of a day that no calendar has.
    case impossible

    /// Nil if the cell holds something else.
    init?(_ cell: String) {
        self.init(cell, CellKinds(cell))
    }

    init?(_ cell: String, _ kinds: CellKinds) {
        guard (6...60).contains(cell.utf8.count), let first = cell.utf8.first else { return nil }
        let isWordOrNumber = (48...57).contains(first) || (97...122).contains(first | 32)
        guard kinds.digits > 0, isWordOrNumber || !kinds.isASCII else { return nil }
        var day: DayText?
        if kinds.isASCII, kinds.letters == 0, let known = DayScanner.numericDay(cell.utf8) {
            day = known
        } else {
            var scanner = DayScanner(cell, isASCII: kinds.isASCII)
            day = scanner.day()
        }
        guard let day else { return nil }
        self = day
    }

    func day(in order: StatementAnswers.DayOrder?) -> CalendarDay? {
        switch self {
        case .certain(let day): day
        case .impossible: nil
        case .numbers(let first, let second, let year):
            order == .monthFirst
                ? CalendarDay(year: year, month: first, day: second)
                : CalendarDay(year: year, month: second, day: first)
        case .short(let first, let second, let third):
            switch order {
            case .yearFirst:
                CalendarDay(year: Self.year(first), month: second, day: third)
            case .monthFirst:
                CalendarDay(year: Self.year(third), month: first, day: second)
            case .dayFirst, nil:
                CalendarDay(year: Self.year(third), month: second, day: first)
            }
        }
    }

    /// The two numbers before a year; nil where the order is certain.
    var isOpen: Bool {
        switch self {
        case .certain, .impossible: false
        case .numbers, .short: true
        }
    }

    /// Two-digit years are of the hundred years up to 2079.
    static func year(_ number: Int) -> Int { number < 80 ? 2000 + number : 1900 + number }
}

private struct DayScanner {
    private enum Token: Equatable {
        case number(Int, digits: Int)
        case month(Int)
    }

    private var rest: Substring.UnicodeScalarView

    init(_ cell: String, isASCII: Bool) {
        rest = Substring(cell).unicodeScalars
        if !isASCII { rest.removeAll { $0 == "\u{200E}" || $0 == "\u{200F}" } }
    }

    /// What the scanner says about a cell of ASCII without letters, at a tenth of the cost; nil
    /// for a day with a time, which only the scanner reads.
    static func numericDay(_ cell: String.UTF8View) -> DayText?? {
        let none: DayText?? = .some(nil)
        var (one, two): (Token?, Token?) = (nil, nil)
        var (number, digits, separators) = (0, 0, 0)
        for byte in cell {
            if (48...57).contains(byte) {
                guard digits < 8 else { return none }
                (number, digits, separators) = (number * 10 + Int(byte - 48), digits + 1, 0)
            } else if separates(Unicode.Scalar(byte)) {
                separators += 1
                guard separators <= 6 else { return none }
                guard digits > 0 else { continue }
                guard two == nil, one != nil || digits < 8 else { return nil }
                let token = Token.number(number, digits: digits)
                if one == nil { one = token } else { two = token }
                (number, digits) = (0, 0)
            } else {
                let isBehind = two != nil && digits > 0 || one == nil && digits == 8
                return isBehind ? nil : none
            }
        }
        if one == nil { return digits == 8 ? .some(compact(number)) : none }
        guard let one, let two, digits > 0 else { return none }
        return .some(arranged(one, two, .number(number, digits: digits)))
    }

    mutating func day() -> DayText? {
        skipWeekday()
        guard let one = token() else { return nil }
        if case .number(let number, 8) = one { return hasOnlyTime() ? Self.compact(number) : nil }
        guard skipSeparator(), let two = token(), skipSeparator(), let three = token(),
            hasOnlyTime()
        else { return nil }
        return Self.arranged(one, two, three)
    }

    private static func arranged(_ one: Token, _ two: Token, _ three: Token) -> DayText? {
        switch (one, two, three) {
        case (.number(let year, 4), .number(let month, 1...2), .number(let day, 1...2)):
            certain(year, month, day)
        case (.number(let first, 1...2), .number(let second, 1...2), .number(let year, 4)):
            first == 0 || second == 0 || max(first, second) > 31
                || min(first, second) > 12 ? .impossible : .numbers(first, second, year: year)
        case (.number(let first, 1...2), .number(let second, 1...2), .number(let third, 1...2)):
            .short(first, second, third)
        case (.number(let day, 1...2), .month(let month), .number(let year, let digits)):
            certain(digits == 4 ? year : DayText.year(year), month, day)
        case (.month(let month), .number(let day, 1...2), .number(let year, let digits)):
            certain(digits == 4 ? year : DayText.year(year), month, day)
        case (.number(let year, 4), .month(let month), .number(let day, 1...2)):
            certain(year, month, day)
        default: nil
        }
    }

    private static func certain(_ year: Int, _ month: Int, _ day: Int) -> DayText {
        guard year >= 1000, let day = CalendarDay(year: year, month: month, day: day) else {
            return .impossible
        }
        return .certain(day)
    }

    private static func compact(_ number: Int) -> DayText? {
        let year = number / 10_000
        if (1950...2150).contains(year),
            let day = CalendarDay(year: year, month: number / 100 % 100, day: number % 100)
        {
            return .certain(day)
        }
        let (first, second) = (number / 1_000_000, number / 10_000 % 100)
        guard (1950...2150).contains(number % 10_000), (1...31).contains(first),
            (1...31).contains(second), min(first, second) <= 12
        else { return nil }
        return .numbers(first, second, year: number % 10_000)
    }

    private mutating func token() -> Token? {
        var (number, digits) = (0, 0)
        while let next = rest.first, ("0"..."9").contains(next) {
            guard digits < 8 else { return nil }
            (number, digits) = (number * 10 + Int(next.value - 48), digits + 1)
            rest.removeFirst()
        }
        if digits > 0 { return .number(number, digits: digits) }
        guard let month = MonthNames.month(word()) else { return nil }
        return .month(month)
    }

    private mutating func word() -> Substring {
        let start = rest
        rest = rest.drop { $0.isLetter }
        return Substring(start[..<rest.startIndex])
    }

    private mutating func skipSeparator() -> Bool {
        let start = rest
        rest = rest.drop(while: Self.separates)
        // Portuguese and Spanish write "3 de março de 2025".
        if rest.starts(with: "de ".unicodeScalars) { rest = rest.dropFirst(3) }
        return (1...6).contains(
            start.distance(from: start.startIndex, to: rest.startIndex))
    }

    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "/", ".", " ", "'", ",", "\u{A0}", "年", "月", "년", "월": true
        default: false
        }
    }

    private mutating func skipWeekday() {
        let start = rest
        let word = word()
        guard !word.isEmpty else { return }
        guard MonthNames.month(word) == nil, word.utf8.count <= 14, !rest.isEmpty,
            skipSeparator(), !rest.isEmpty
        else {
            rest = start
            return
        }
    }

    /// Whether nothing follows but a dot, a weekday, or a time with its zone.
    private func hasOnlyTime() -> Bool {
        guard let first = rest.first else { return true }
        guard !("0"..."9").contains(first), rest.count <= 40 else { return false }
        let isTimed = rest.contains(":") || rest.contains("h")
        let hasDigits = rest.contains { ("0"..."9").contains($0) }
        let letters = rest.count { $0.isLetter }
        guard hasDigits else { return letters <= 10 && !"-/".unicodeScalars.contains(first) }
        return isTimed || first == "T"
    }
}

/// The months' names and abbreviations in the languages of banks' exports.
enum MonthNames {
    static func month(_ word: Substring) -> Int? {
        guard (2...14).contains(word.utf8.count), mayBegin(word.utf8) else { return nil }
        return numbers[PlainLetters.typed(String(word))]
    }

    /// Whether a name may begin so. Most words are none, and looking one up takes longer.
    private static func mayBegin(_ word: Substring.UTF8View) -> Bool {
        guard word.allSatisfy({ $0 < 128 }) else { return true }
        return beginnings.contains(beginning(word))
    }

    /// The first three letters as a number.
    private static func beginning(_ word: some Sequence<UInt8>) -> UInt32 {
        word.prefix(3).reduce(0) { $0 << 8 | UInt32($1 | 32) }
    }

    private static let beginnings = Set(numbers.keys.map { beginning($0.utf8) })

    private static let numbers: [String: Int] = {
        var numbers: [String: Int] = [:]
        for (index, words) in names.enumerated() {
            for word in words.split(separator: " ") {
                numbers[PlainLetters.typed(String(word))] = index + 1
            }
        }
        return numbers
    }()

    private static let names = [
        "jan january januar jänner jän janvier janv ene enero gen gennaio januari janeiro sty styczeń stycznia led leden ledna január januári jaan tammi tammikuu tammikuuta oca ocak ian ianuarie",
        "feb february februar februari fév févr février febrero febbraio febr fev fevereiro lut luty lutego úno únor února február helmi helmikuu helmikuuta şub şubat februarie",
        "mar march märz mär mrz mars marzo maart mrt março marzec marca bře březen března márc március maalis maaliskuu maaliskuuta mart martie marts",
        "apr april avr avril abr abril aprile kwi kwiecień kwietnia dub duben dubna ápr április huhti huhtikuu huhtikuuta nis nisan aprilie",
        "may mai mayo mag maggio mei maio maj maja kvě květen května máj május touko toukokuu toukokuuta mayıs",
        "jun june juni juin junio giu giugno junho cze czerwiec czerwca čvn čer červen června jún június kesä kesäkuu kesäkuuta haz haziran iun iunie",
        "jul july juli juil juillet julio lug luglio julho lip lipiec lipca čvc červenec července júl július heinä heinäkuu heinäkuuta tem temmuz iul iulie",
        "aug august août aou ago agosto augustus sie sierpień sierpnia srp srpen srpna augusztus elo elokuu elokuuta ağu ağustos augusti",
        "sep sept september septembre septiembre set settembre setembro wrz wrzesień września zář září szept szeptember syys syyskuu syyskuuta eyl eylül septembrie",
        "oct october okt oktober octobre octubre ott ottobre out outubro paź październik października říj říjen října október loka lokakuu lokakuuta eki ekim octombrie",
        "nov november novembre noviembre novembro lis listopad listopada listopadu marras marraskuu marraskuuta kas kasım noiembrie",
        "dec december dez dezember déc décembre dic diciembre dicembre dezembro gru grudzień grudnia pro prosinec prosince joulu joulukuu joulukuuta ara aralık des desember decembrie",
    ]
}
