import Foundation
import Platform

/// An installed program that makes PDF of a page.
struct LetterPrinter {
    private let tool: InstalledTool
    private let isBrowser: Bool

    private static let browsers = ["chromium", "chromium-browser", "google-chrome"]
    private static let limit = Duration.seconds(120)

    /// - Throws: ``LetterError/noPrinter`` if none is installed.
    init(_ environment: [String: String]) throws {
        if let tool = InstalledTool("weasyprint", environment: environment) {
            (self.tool, isBrowser) = (tool, false)
        } else if let tool = Self.browsers.lazy.compactMap({
            InstalledTool($0, environment: environment)
        }).first {
            (self.tool, isBrowser) = (tool, true)
        } else {
            throw LetterError.noPrinter
        }
    }

    /// The program sees a folder that only the person can read, with names that no bank gave.
    func print(_ page: String, to draft: DraftFile) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ghostvault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { Self.remove(folder) }
        let (source, result) = (
            folder.appendingPathComponent("letter.html"),
            folder.appendingPathComponent("letter.pdf")
        )
        try Data(page.utf8).write(to: source)
        let arguments =
            isBrowser
            ? [
                "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
                "--user-data-dir=\(folder.path)/profile", "--print-to-pdf=\(result.path)",
                source.absoluteString,
            ] : ["--quiet", source.path, result.path]
        let ended: InstalledTool.Result
        do throws(InstalledTool.Failure) {
            ended = try tool.run(arguments, atMost: Self.limit)
        } catch {
            throw LetterError.notPrinted(program: tool.path, reason: Self.words(for: error))
        }
        guard ended.exitCode == 0, FileManager.default.fileExists(atPath: result.path) else {
            throw LetterError.notPrinted(
                program: tool.path,
                reason: ended.complaint.isEmpty ? "it wrote no file" : ended.complaint)
        }
        try FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
            .write(contentsOf: try Data(contentsOf: result))
    }

    private static func words(for failure: InstalledTool.Failure) -> String {
        switch failure {
        case .notStarted(let reason): "it can't be started: \(reason)"
        case .timedOut: "it took longer than two minutes"
        case .killed(let signal): "it was ended by signal \(signal)"
        }
    }

    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The system empties its temporary folder itself, and nobody else can read this one.
        }
    }
}
