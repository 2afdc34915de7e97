import ArgumentParser
import Engine
import Foundation
import Model
import Synchronization
import Terminal
import Vault

struct WebCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Look at the vault in a browser.",
        discussion: """
            Opens a page with all reports, charts and corrections, which only this machine can \
            reach. It loads nothing from outside and updates when something is stored. The \
            address opens once, in one browser. It ends with its last window, or by Ctrl-C. \
            "ghostvault docs web" describes it.

            Examples:
              ghostvault web
              ghostvault web --no-open --port 8080
            """)

    @OptionGroup var vault: VaultOptions

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: UInt16 = 0

    @Flag(help: "Print the address and open nothing.")
    var noOpen = false

    @Flag(help: .hidden)
    var untilInputEnds = false

    func run(on screen: Screen) throws {
        try Self.serve(
            vault.folder, today: try vault.lastDay(), port: port, opens: !noOpen,
            ending: untilInputEnds ? .withInput : .withWindows, on: screen)
    }

    /// What ends the page besides Control-C.
    enum Ending { case withWindows, withInput }

    /// Shows a vault until its end.
    ///
    /// - Parameter today: the day that counts as today; nil for the clock's.
    static func serve(
        _ folder: VaultFolder, today: CalendarDay?, port: UInt16 = 0, opens: Bool,
        ending: Ending = .withWindows, on screen: Screen
    ) throws {
        var context = ProgramContext.current
        if let today { context.variables["GHOSTVAULT_TODAY"] = "\(today)" }
        let path = URL(fileURLWithPath: folder.path).path
        // Commands have no terminal to ask at.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        let input = context.input
        (context.input, context.output, context.errors) = (nothing, nothing, nothing)
        let server = try WebServer(
            VaultFolder(path: path), in: context, port: port,
            endsWithWindows: ending == .withWindows)
        let file = opens ? try OpeningFile(to: server.address, ProgramContext.current) : nil
        defer { file?.remove() }
        try screen.print(
            file == nil
                ? "Open this address in a browser of this machine:"
                : "The page opens in your browser. If it doesn't, open this address:")
        try screen.print(verbatim: "  \(server.address)")
        switch ending {
        case .withWindows:
            try screen.print(
                "It opens once. The page ends with its last window, or by Ctrl-C.", .muted)
        case .withInput:
            try screen.print("It opens once.", .muted)
            Thread.detachNewThread {
                var byte: UInt8 = 0
                while read(input, &byte, 1) > 0 {}
                server.stop()
            }
        }
        try screen.flush()
        let hasNoWindow = Interruption.during({ server.stop() }) { server.serve() }
        if hasNoWindow { try screen.print("The last window was closed.") }
    }
}

/// A file that leads a browser to the page: arguments of programs are no secrets.
private struct OpeningFile {
    private let folder: String

    /// Opens it on the person's desktop; nil without one.
    init?(to address: String, _ context: ProgramContext) throws {
        #if !os(macOS)
            guard context.variable("DISPLAY") ?? context.variable("WAYLAND_DISPLAY") != nil else {
                return nil
            }
        #endif
        let runtime = context.variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        folder =
            (runtime ?? FileManager.default.temporaryDirectory.path)
            + "/ghostvault-web-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><title>GhostVault</title>
            <meta http-equiv="refresh" content="0; url=\(address)">

            """
        let path = folder + "/open.html"
        try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        guard try WebPage.start(path) != nil else {
            remove()
            return nil
        }
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            // Its token is worth nothing once the page has ended.
        }
    }
}
