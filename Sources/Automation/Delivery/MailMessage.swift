internal import Foundation
internal import Model

/// A message of plain text as `sendmail -t` reads it (RFC 5322).
struct MailMessage {
    let recipient: String
    let subject: String
    let text: String

    var bytes: [UInt8] {
        let lines =
            [
                "To: \(recipient)", "Subject: \(encodedSubject)", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "",
            ]
            + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SafeText.neutralised(String($0)) }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// A plain address: nothing that begins another header or is an option.
    static func isRecipient(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && !text.hasPrefix("-")
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !"<>(),;:\\\"[]".utf8.contains($0)
            }
    }

    /// A subject of other letters than those of ASCII in words of at most 75 bytes (RFC 2047).
    private var encodedSubject: String {
        let safe = SafeText.neutralised(subject)
        guard !safe.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return safe }
        var words: [String] = [""]
        for scalar in safe.unicodeScalars {
            if words[words.count - 1].utf8.count + UTF8.width(scalar) > 45 { words.append("") }
            words[words.count - 1].unicodeScalars.append(scalar)
        }
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
            .joined(separator: "\n ")
    }
}
