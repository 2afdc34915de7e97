import ArgumentParser
import Engine
import Foundation
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a setup token is read from: a file, standard input, or a prompt that
/// does not show what is typed.
enum TokenInput {
    private static let mostBytes = 1 << 20

    static func read(from file: String?, screen: Screen) throws -> String {
        if let file, file != "-" {
            return String(decoding: try FileReader.bytes(at: file), as: UTF8.self)
        }
        guard file == nil, isatty(0) == 1 else {
            let bytes = try FileReader.standardInput(
                atMost: mostBytes, remedy: "a setup token is one line of text")
            return String(decoding: bytes, as: UTF8.self)
        }
        try screen.errors.write("Setup token (not shown): ")
        try screen.errors.flush()
        var settings = termios()
        let hidesInput = tcgetattr(0, &settings) == 0
        let shown = settings
        if hidesInput {
            settings.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSADRAIN, &settings)
        }
        defer {
            if hidesInput {
                var shown = shown
                tcsetattr(0, TCSADRAIN, &shown)
            }
        }
        let token = readLine() ?? ""
        try screen.note("")
        return token
    }
}
