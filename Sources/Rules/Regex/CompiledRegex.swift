import CRegexShim

/// A regular expression of PCRE2, compiled once and matched often.
///
/// Unchecked: the handle is only read after `init`, and PCRE2 allows several
/// threads to match with one compiled pattern ("Multithreading" in pcre2api).
final class CompiledRegex: @unchecked Sendable {
    private let handle: OpaquePointer

    init(_ pattern: String) throws(RegexSyntaxError) {
        var pattern = pattern
        var error = cregex_error()
        let compiled = pattern.withUTF8 { bytes in
            cregex_compile(bytes.baseAddress, bytes.count, &error)
        }
        guard let compiled else {
            throw RegexSyntaxError(
                offset: String(decoding: pattern.utf8.prefix(error.offset), as: UTF8.self).count,
                message: withUnsafeBytes(of: error.message) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        handle = compiled
    }

    deinit {
        cregex_pattern_free(handle)
    }

    /// A short text on which finding out takes far more steps than any honest pattern needs;
    /// nil where none of those tried is one.
    ///
    /// Tried are repetitions of each letter of the pattern, which end so that all was in vain.
    func textWithoutEnd(_ pattern: String) -> String? {
        let workspace = RegexWorkspace(mostSteps: Self.stepsOfTrial)
        var letters: [Character] = []
        for letter in pattern + "a0 " where letter.isLetter || letter.isNumber || letter == " " {
            if letters.count < Self.mostLetters, !letters.contains(letter) {
                letters.append(letter)
            }
        }
        let all = String(letters)
        let tried = letters.map(String.init) + [all]
        return tried.lazy.map { part in
            String(repeating: part, count: Self.lengthOfTrial / part.count) + "!" + all
        }.first { text in
            var text = text
            return text.withUTF8 { self.matches($0, in: workspace) } == nil
        }
    }

    private static let stepsOfTrial = 20_000
    private static let mostLetters = 8
    private static let lengthOfTrial = 20

    /// Whether the pattern matches anywhere in a text of valid UTF-8; nil
    /// where finding out took more steps or memory than allowed.
    func matches(_ text: UnsafeBufferPointer<UInt8>, in workspace: RegexWorkspace) -> Bool? {
        switch cregex_match(handle, workspace.handle, text.baseAddress, text.count) {
        case CREGEX_MATCH: true
        case CREGEX_NO_MATCH: false
        default: nil
        }
    }
}

/// Why a text is no regular expression.
struct RegexSyntaxError: Error {
    /// Characters from the start of the pattern.
    let offset: Int
    /// PCRE2's words, without the pattern.
    let message: String
}

/// What matching needs beside the pattern; for one thread at a time.
final class RegexWorkspace {
    /// Nil where memory ran out; every match then gives up.
    fileprivate let handle = cregex_workspace_create()

    init() {}

    /// - Parameter mostSteps: of one match.
    init(mostSteps: Int) {
        cregex_workspace_limit(handle, UInt32(clamping: mostSteps))
    }

    deinit {
        cregex_workspace_free(handle)
    }
}
