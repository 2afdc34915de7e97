import Foundation

/// What there is of a vault's first access URL.
enum SecretState: Equatable {
    /// No file, or an empty one.
    case none
    /// Room for it, which a claim's answer was to fill.
    case reserved
    /// It was claimed, and is no connection's yet.
    case claimed
    case connected

    init(vault: String) throws {
        let folder = vault + "/secrets"
        if FileManager.default.fileExists(atPath: folder + "/connection-1") {
            self = .connected
        } else if let bytes = FileManager.default.contents(atPath: folder + "/claimed") {
            let isWhole = bytes.first != UInt8(ascii: " ") && bytes.contains(UInt8(ascii: "\n"))
            self = isWhole ? .claimed : .reserved
        } else {
            self = .none
        }
    }

    var isKept: Bool { self == .claimed || self == .connected }
}
