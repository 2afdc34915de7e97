internal import Model

/// Merchants that anybody knows, by the shipped table of brands.
public enum PublicMerchants {
    /// The public name that a payee is as a whole, in plain letters; nil for any other payee, and
    /// for brands whose names are ordinary words, places or surnames, too.
    public static func name(of payee: String) -> String? {
        let letters = PlaceWords(payee).letters
        guard !letters.isEmpty else { return nil }
        let lines = letters.withUnsafeBufferPointer {
            PlaceTables.shipped.brands.lines(of: $0[...])
        }
        guard !lines.isEmpty,
            !lines.contains(where: { $0.has(UInt8(ascii: "w"), in: 3) })
        else { return nil }
        let name = lines.lazy.map { $0.text(0).filter { $0 != "'" && $0 != "\u{2019}" } }
            .first { PlaceWords($0).letters == letters }
        return name.flatMap { name in
            name.allSatisfy { $0 == " " || ($0.isASCII && $0.isLetter) } ? name : nil
        }
    }
}
