internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The versions of the system, for bug reports. Nothing in them names the machine or its user.
public enum SystemVersions {
    /// "System: debian 12", "Kernel: Linux 6.1.0", "Processor: x86_64".
    public static var all: [(name: String, value: String)] {
        var kernel = utsname()
        guard uname(&kernel) == 0 else { return system }
        return system + [
            ("Kernel", "\(text(kernel.sysname)) \(version(text(kernel.release)))"),
            ("Processor", text(kernel.machine)),
        ]
    }

    private static var system: [(name: String, value: String)] {
        #if os(macOS)
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return [("System", "macos \(version.majorVersion).\(version.minorVersion)")]
        #else
            do {
                let release = try String(contentsOfFile: "/etc/os-release", encoding: .utf8)
                return [("System", distribution(release))]
            } catch {
                return []
            }
        #endif
    }

    /// The distribution's id and version of a file `os-release`.
    static func distribution(_ release: String) -> String {
        var values: [String: String] = [:]
        for line in release.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            values[String(parts[0])] = parts[1].filter { $0 != "\"" && $0 != "'" }
        }
        let id = (values["ID"] ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let parts = [
            id.isEmpty ? "unknown" : String(id.prefix(20)), version(values["VERSION_ID"] ?? ""),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The numbers at the beginning of a version: a kernel's can go on with the name that somebody
    /// gave it.
    static func version(_ text: String) -> String {
        String(text.prefix { $0.isASCII && $0.isNumber || $0 == "." }.prefix(20))
    }

    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
