/// The currencies as cells and headings write them.
enum CurrencyText {
    /// "EUR" for "EUR", "eur" and "€"; nil for words and for signs that several currencies use.
    static func code(of text: String) -> String? {
        guard (1...12).contains(text.utf8.count), CellKinds(text).digits == 0 else { return nil }
        let word = text.uppercased()
        if let code = symbols[word] { return code.isEmpty ? nil : code }
        return isCode(word) ? word : nil
    }

    /// The same, with a kind before the code, as in "CURRENCY::USD".
    static func code(ofCell cell: String) -> String? {
        code(of: cell)
            ?? (cell.utf8.contains(58) && cell.contains("::")
                ? cell.split(separator: ":").last.flatMap { code(of: String($0)) } : nil)
    }

    static func isCode(_ word: String) -> Bool {
        word.utf8.count == 3 && codes.contains(word)
    }

    /// The decimals that amounts of a currency have at most.
    static func decimals(of code: String) -> Int {
        ["JOD", "KWD", "BHD", "TND", "OMR", "IQD", "LYD"].contains(code) ? 3 : 2
    }

    /// Empty where several currencies use the sign.
    static let symbols: [String: String] = [
        "€": "EUR", "£": "GBP", "$": "", "US$": "USD", "¥": "", "￥": "", "₹": "INR", "₽": "RUB",
        "₺": "TRY", "₴": "UAH", "₩": "KRW", "₪": "ILS", "₫": "VND", "₱": "PHP", "₦": "NGN",
        "R$": "BRL", "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "KR": "", "LEI": "RON", "FR": "CHF",
        "RS": "", "R": "ZAR", "円": "JPY", "元": "CNY", "TL": "TRY", "A$": "AUD", "AU$": "AUD",
        "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "MX$": "MXN",
        "ЛВ": "BGN", "РУБ": "RUB", "Р": "RUB", "دا": "JOD",
    ]

    static let words: Set<String> = ["EURO", "EUROS"]

    private static let codes = Set(
        """
        AED ARS AUD BAM BDT BGN BHD BRL BTC BYN CAD CHF CLP CNY COP CZK DKK DZD EGP ETH EUR GBP
        GEL HKD HRK HUF IDR ILS INR IQD ISK JOD JPY KES KRW KWD KZT LBP LKR LYD MAD MDL MKD MXN
        MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD
        UYU UZS VND XAF XOF ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
