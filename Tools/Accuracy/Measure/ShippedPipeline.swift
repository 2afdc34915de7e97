import Classification
import Configuration
import Foundation
import Scripting

/// The pipeline that the program ships, without anybody's own rules.
public struct ShippedPipeline {
    let classifier: Classifier
    let guesser: AccountTypeGuesser

    /// - Parameter folder: the package's `config/`.
    /// - Throws: `ConfigurationError` where a file has a mistake, and what
    ///   reading a folder throws.
    public init(configuration folder: String) throws {
        let folder = URL(filePath: folder).resolvingSymlinksInPath().path()
        var texts: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            let kind = try FileManager.default.attributesOfItem(atPath: path)[.type]
            guard kind as? FileAttributeType == .typeRegular else { continue }
            texts[name] = try String(contentsOfFile: path, encoding: .utf8)
        }
        let files = ConfigurationFiles(texts: texts, on: .inThisProcess)
        let pipeline = try files.pipeline()
        classifier = Classifier(
            pipeline: pipeline,
            userRules: try UserRules([], categories: pipeline.categories, on: .inThisProcess))
        guesser = try files.accountTypeGuesser()
    }
}
