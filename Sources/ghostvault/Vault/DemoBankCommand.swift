import ArgumentParser
import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct DemoBankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-bank",
        abstract: "Run a made-up bank on this machine.",
        discussion: """
            It is a separate program, ghostvault-demo-bank, beside this one. "ghostvault demo-bank \
            --help" shows its options.

            Example:
              ghostvault demo-bank --port 8080
            """)

    @Argument(parsing: .captureForPassthrough, help: "Options of the demo bank.")
    var arguments: [String] = []

    func run() throws {
        let program = try Self.program()
        try Self.checkProgram()
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, &words)
        throw ValidationError(
            "Cannot start \(program): \(String(cString: strerror(errno))). "
                + "Build it with \"swift build --product ghostvault-demo-bank\".")
    }

    /// The path of the bank's program, beside this one.
    static func program() throws -> String {
        URL(fileURLWithPath: try ownPath()).deletingLastPathComponent()
            .appendingPathComponent("ghostvault-demo-bank").path
    }

    /// - Throws: `ValidationError` if the bank's program is not installed.
    static func checkProgram() throws {
        let program = try program()
        guard access(program, X_OK) != 0 else { return }
        throw ValidationError(
            "The made-up bank is a program of its own, and \(program) is missing. \"make install\" "
                + "installs both.")
    }

    /// The path of this program, with symbolic links resolved.
    private static func ownPath() throws -> String {
        guard let path = Bundle.main.executablePath else {
            throw ValidationError("Cannot find this program's folder.")
        }
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
