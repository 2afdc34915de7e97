/// The advice about a number written with commas, which the program reads nowhere: 1,500 is
/// another number in another country.
public enum DecimalComma {
    /// What to write instead, behind a refusal: "; write -18.50, with a point instead of the
    /// comma" for "-18,50". Empty for any other text.
    public static func phrase(for text: some StringProtocol) -> String {
        let text = String(text.filter { !" \u{A0}".contains($0) })
        if text.wholeMatch(of: /[+-]?(\d+|\d{1,3}(\.\d{3})+),(\d{1,2}|\d{4,18})/) != nil {
            let number = text.replacing(".", with: "").replacing(",", with: ".")
            return "; write \(number), with a point instead of the comma"
        }
        if text.wholeMatch(of: /[+-]?\d{1,3}(,\d{3})+(\.\d+)?/) != nil {
            return "; write \(text.replacing(",", with: "")), without a comma"
        }
        return ""
    }
}
