import Configuration
import Scripting

// Files are read in this process: what a worker adds is tested with the worker.

extension ConfigurationFiles {
    init(texts: [String: String]) { self.init(texts: texts, on: .inThisProcess) }
}

extension MapFile {
    static func read(
        name: String, file: String, bytes: [UInt8]
    ) throws(ConfigurationError) -> ScriptMap {
        try read(name: name, file: file, bytes: bytes, on: .inThisProcess)
    }
}
