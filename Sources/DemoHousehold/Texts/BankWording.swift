/// The words of one entry, drawn from its kind and its number alone, so that
/// they can be made again whenever they are asked for.
struct BankWording {
    private let kind: EntryKind
    private let bits: UInt64

    init(kind: EntryKind, entryNumber: UInt64) {
        self.kind = kind
        bits = SplitMix64.mixed(entryNumber)
    }

    var description: String {
        guard !kind.wordings.isEmpty else { return kind.payee }
        let wording = kind.wordings[Int(bits % UInt64(kind.wordings.count))]
        return filled(wording)
    }

    /// What the bank calls the payee, where it knows it; about one entry in
    /// seven has none.
    var payee: String? {
        kind.isKnownToBank && (bits >> 16) % 7 != 0 ? kind.payee : nil
    }

    var memo: String? {
        kind.memo.map(filled)
    }

    /// The merchant's code; about one entry in nine lacks it.
    var merchantCode: String? {
        (bits >> 24) % 9 == 0 ? nil : kind.merchantCode
    }

    private func filled(_ wording: String) -> String {
        guard wording.utf8.contains(where: { $0 == Self.digit || $0 == Self.sign }) else {
            return wording
        }
        var random = SplitMix64(seed: bits)
        var bytes = Array(wording.utf8)
        for position in bytes.indices {
            let drawn = UInt8(truncatingIfNeeded: random.next() >> 32)
            switch bytes[position] {
            case Self.digit: bytes[position] = UInt8(ascii: "0") + drawn % 10
            case Self.sign: bytes[position] = Self.signs[Int(drawn) % Self.signs.count]
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digit = UInt8(ascii: "~")
    private static let sign = UInt8(ascii: "^")
    private static let signs = Array("0123456789ABCDEFGHJKLMNPRSTUVWXYZ".utf8)
}
