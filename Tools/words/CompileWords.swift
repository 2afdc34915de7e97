import Configuration
import Engine
import Foundation

/// Writes the shipped files of `config/` in compiled form to standard output.
@main
struct CompileWords {
    static func main() throws {
        let bytes = try ConfigurationFiles.shipped.compiledWords()
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }
}
