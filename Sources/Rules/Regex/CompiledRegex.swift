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

    deinit {
        cregex_workspace_free(handle)
    }
}
