import Foundation

/// Opens pages in the person's browser.
enum WebPage {
    /// - Parameter address: one of the program's own, never one that came from
    ///   outside.
    /// - Returns: whether there was a program to open it.
    static func open(_ address: String) throws -> Bool {
        #if os(macOS)
            let programs = ["/usr/bin/open"]
        #else
            let programs = ["/usr/bin/xdg-open", "/bin/xdg-open", "/usr/local/bin/xdg-open"]
        #endif
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return false
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
