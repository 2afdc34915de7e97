import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The most memory that a process of its own needs for some work.
enum PeakMemory {
    enum Failure: Error {
        case workFailed(status: Int32)
        case unreadable(String)
    }

    /// The words by which this program is started as that process.
    enum Work {
        static let pass = "pass-over"
        static let answer = "store-answer"
    }

    /// - Parameter arguments: the work, and the file or folder that it is about.
    /// - Returns: bytes, of the program itself too.
    static func of(_ arguments: [String]) throws -> Int {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let told = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure.workFailed(status: process.terminationStatus)
        }
        let text = String(decoding: told, as: UTF8.self)
        guard let bytes = Int(text.filter { !$0.isWhitespace }) else {
            throw Failure.unreadable(text)
        }
        return bytes
    }

    /// Of this process until now. What Linux tells a parent of its children
    /// counts the parent's own memory before they became other programs.
    static func ofThisProcess() throws -> Int {
        #if canImport(Darwin)
            var usage = rusage()
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #else
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
                let kilobytes = Int(line.filter(\.isNumber))
            else { throw Failure.unreadable("/proc/self/status") }
            return kilobytes * 1024
        #endif
    }
}
