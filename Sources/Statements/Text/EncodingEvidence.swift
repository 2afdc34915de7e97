/// Chooses among encodings that a file doesn't name, by the letters that they make of it.
///
/// A reading is good if letters stand beside letters of one language, and bad if it has signs,
/// box drawings or letters of another script within words.
enum EncodingEvidence {
    /// What may be chosen, the more frequent first: on equal evidence the first wins. What
    /// DOS programs wrote has a handicap, since its letters are signs elsewhere.
    private static let candidates: [(name: String, handicap: Int)] = [
        ("windows-1252", 0), ("windows-1250", 0), ("windows-1251", 0), ("iso-8859-15", 0),
        ("iso-8859-2", 0), ("gb18030", 0), ("euc-jp", 0), ("shift_jis", 0), ("euc-kr", 0),
        ("big5", 0), ("cp852", 3), ("cp850", 3), ("cp866", 3), ("koi8-r", 1),
        ("windows-1253", 1), ("windows-1254", 1), ("windows-1257", 1),
    ]

    /// Encodings that headers name, and that another one covers where nothing does.
    private static let declared = ["iso-8859-1", "iso-8859-5", "iso-8859-7", "iso-8859-9"]

    /// Loads the tables of all these, which a confined process can't any more.
    static func prepare() {
        _ = loaded
    }

    /// Kept open for the process's life, so that the system keeps their tables.
    private static let loaded: [Bool] = (candidates.map(\.name) + declared).map { name in
        guard let conversion = TextConversion(from: name) else { return false }
        return conversion.keepOpen()
    }

    /// The most plausible reading. A byte that no encoding knows leaves ISO-8859-1, which
    /// knows all.
    static func bestReading(of bytes: [UInt8]) -> DecodedText {
        let first = bytes.firstIndex { $0 >= 0x80 } ?? 0
        let sample = bytes[max(0, first - 32)...].prefix(128 * 1024)
        let readings = candidates.enumerated().compactMap { order, candidate in
            TextConversion(from: candidate.name)?.text(of: sample).map {
                (name: candidate.name, order: order, score: score(of: $0) - candidate.handicap)
            }
        }
        for reading in readings.sorted(by: { ($1.score, $0.order) < ($0.score, $1.order) }) {
            if let text = TextConversion(from: reading.name)?.text(of: bytes[...]) {
                return DecodedText(text: text, encoding: reading.name)
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return DecodedText(text: String(text), encoding: "iso-8859-1")
    }

    private static func score(of text: String) -> Int {
        var score = 0
        var byLanguage = [Int](repeating: 0, count: languages.count)
        var letters = 0
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() where !scalar.isASCII {
            let before: Unicode.Scalar = index > 0 ? scalars[index - 1] : " "
            let after: Unicode.Scalar = index + 1 < scalars.count ? scalars[index + 1] : " "
            let script = Script(scalar)
            switch script {
            case .none:
                score += scoreOfSign(scalar, between: before, and: after)
                continue
            case .latin:
                letters += 1
                for (number, language) in languages.enumerated() where language.contains(scalar) {
                    byLanguage[number] += 1
                }
            case .han: score += 1
            case .kana, .hangul: score += 2
            case .cyrillic, .greek: score += 1
            }
            for neighbour in [before, after] {
                let other = Script(neighbour)
                guard other != .none else { continue }
                // Words of accented letters alone are of another alphabet.
                let isUnlikely = script == .latin && other == .latin && !neighbour.isASCII
                score += isUnlikely ? 0 : script.goes(with: other) ? 1 : script.mixingScore
            }
            let isCapitalWithin =
                scalar.properties.isUppercase && before.properties.isLowercase
            if isCapitalWithin { score -= 3 }
        }
        // Letters that the best language doesn't have count against the reading.
        let known = byLanguage.max() ?? 0
        return score + known - 3 * (letters - known)
    }

    private static func scoreOfSign(
        _ sign: Unicode.Scalar, between before: Unicode.Scalar, and after: Unicode.Scalar
    ) -> Int {
        let isBlank = sign == "\u{A0}" || sign == "\u{202F}"
        let isWithin = before.properties.isAlphabetic && after.properties.isAlphabetic
        switch sign.properties.generalCategory {
        case .control, .privateUse, .unassigned: return -10
        case .currencySymbol where sign == "€" || sign == "£": return isWithin ? -3 : 1
        default:
            if (0x2500...0x25FF).contains(sign.value) { return -6 }
            if isBlank || (0x2010...0x2026).contains(sign.value) { return isWithin ? -1 : 1 }
            if (0x3000...0x303F).contains(sign.value) || (0xFF00...0xFF65).contains(sign.value) {
                return 1
            }
            return isWithin ? -4 : -1
        }
    }

    /// The letters beyond ASCII of languages that share an alphabet.
    private static let languages: [Set<Unicode.Scalar>] = [
        "àâæçèéêëîïôœùûüÿ", "äöüßé", "áéíóúñüïªº", "ãõáéíóúâêôàçªº", "àèéìíòóùú", "åäöæøéüà",
        "áéèëïöüóê", "ąćęłńóśźż", "áčďéěíňóřšťúůýžäĺľŕôö", "áéíóöőúüű", "ăâîșțşţ", "čćđšž",
        "çğıöşüâî", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž",
    ].map { letters in
        Set(letters.unicodeScalars).union(letters.uppercased().unicodeScalars)
    }

    private enum Script {
        case none, latin, cyrillic, greek, han, kana, hangul

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: self = .latin
            case 0..<0x80: self = .none
            case 0x3041...0x30FF, 0xFF66...0xFF9F: self = .kana
            case 0x4E00...0x9FFF: self = .han
            case 0xAC00...0xD7A3: self = .hangul
            case 0x400...0x52F: self = .cyrillic
            case 0x370...0x3FF: self = .greek
            case 0xC0...0x24F: self = scalar.properties.isAlphabetic ? .latin : .none
            default: self = .none
            }
        }

        /// Letters of the East stand beside Latin ones now and then, others never.
        var mixingScore: Int {
            switch self {
            case .han, .kana, .hangul: -3
            default: -5
            }
        }

        func goes(with other: Script) -> Bool {
            self == other || (self == .han && other == .kana) || (self == .kana && other == .han)
        }
    }
}
