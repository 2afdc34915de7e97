import ArgumentParser
import Engine
import Model
import SimpleFIN
import Statements

/// What a person can say about a file that the file can't tell.
struct StatementOptions: ParsableArguments {
    @Option(help: "simplefin: a response of a SimpleFIN bridge, version 1 or 2.")
    var format: Format?

    @Option(help: "Read its days in this order.")
    var days: StatementAnswers.DayOrder?

    @Option(help: "Read amounts with this decimal mark.")
    var decimals: StatementAnswers.DecimalMark?

    @Flag(
        inversion: .prefixedNo, help: "Whether positive amounts of a table were spent.")
    var reverse: Bool?

    @Option(help: "Read it in this encoding, such as windows-1252.")
    var encoding: String?

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case simplefin
    }

    var given: StatementAnswers {
        StatementAnswers(
            dayOrder: days, decimalMark: decimals, isReversed: reverse,
            encoding: encoding)
    }
}

/// A file to import.
struct StatementSource {
    enum Content {
        case answer(Answer)
        case bytes([UInt8])
    }

    /// The file's name without its folder, for messages.
    let name: String
    /// As the person gave it.
    let path: String
    /// Where the file is after the import.
    var laterPath: String
    private let format: StatementOptions.Format?

    init(_ file: String, _ options: StatementOptions) throws {
        path = file
        laterPath = file
        format = options.format
        name = file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
    }

    func content(in vault: VaultOptions) throws -> Content {
        let body =
            path == "-"
            ? try FileReader.standardInput(
                ProgramContext.current.input, remedy: "split it into several files")
            : try FileReader.bytes(at: path)
        guard format == .simplefin || format == nil && Self.beginsAsJSON(body) else {
            return .bytes([UInt8](body))
        }
        do {
            return .answer(try Answer(body: body))
        } catch {
            throw FileNotUnderstood(
                file: path == "-" ? "Standard input" : path, reason: error.why)
        }
    }

    /// Whether a file begins with a JSON object. Blocks of a SWIFT message, as in "{1:F01…}", have
    /// a number in place of a name.
    private static func beginsAsJSON(_ body: some Collection<UInt8>) -> Bool {
        let start = body.drop { " \t\r\n".utf8.contains($0) }
        guard start.first == UInt8(ascii: "{") else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(start.dropFirst().first ?? 0)
    }
}

/// The file to import is not a SimpleFIN response.
struct FileNotUnderstood: Error {
    let file: String
    let reason: String
}
