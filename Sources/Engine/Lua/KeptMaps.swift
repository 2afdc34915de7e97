internal import Configuration
internal import Scripting

/// Maps that were read, each kept for as long as its file holds the same bytes: for
/// programs that read folders again and again. What is parsed of TOML is never freed
/// by the library that does it.
///
/// Used by one thread at a time.
final class KeptMaps {
    private struct Reading {
        let bytes: [UInt8]
        let outcome: Result<ScriptMap, ConfigurationError>
    }

    private var readings: [String: Reading] = [:]
    /// How many files were parsed so far.
    private(set) var parses = 0

    /// As `MapFile.read(name:file:bytes:)`.
    func read(
        name: String, file: String, bytes: [UInt8]
    ) throws(ConfigurationError) -> ScriptMap {
        if let reading = readings[file], reading.bytes == bytes { return try reading.outcome.get() }
        parses += 1
        let outcome = Result { () throws(ConfigurationError) in
            try MapFile.read(name: name, file: file, bytes: bytes)
        }
        readings[file] = Reading(bytes: bytes, outcome: outcome)
        return try outcome.get()
    }
}
