import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The most memory that a process of its own needs for a pass.
enum PeakMemory {
    enum Failure: Error {
        case passFailed(status: Int32)
    }

    /// The word by which this program is started as that process.
    static let argument = "pass-over"

    /// - Returns: bytes, of the program itself too.
    static func ofPass(over path: String) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [argument, path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure.passFailed(status: process.terminationStatus)
        }
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_CHILDREN, &usage)
            return usage.ru_maxrss
        #else
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            // Linux counts it in KiB.
            return usage.ru_maxrss * 1024
        #endif
    }
}
