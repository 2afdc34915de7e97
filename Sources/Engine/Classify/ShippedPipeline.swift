internal import Classification
internal import Configuration

extension ConfigurationFiles {
    /// The pipeline of these files. That of the shipped ones is compiled once a process: it is most
    /// of the work of a pass over a few transactions, and commands ask for it more than once.
    func compiledPipeline() throws(ConfigurationError) -> Pipeline {
        guard texts == Self.shipped.texts else { return try pipeline() }
        return try Self.shippedPipeline.get()
    }

    /// The files that come with the program.
    static let shipped = ConfigurationFiles(
        texts: Dictionary(
            ShippedFiles.all.filter { $0.path.hasPrefix(folder) }.map {
                (String($0.path.dropFirst(folder.count)), String(decoding: $0.bytes, as: UTF8.self))
            }, uniquingKeysWith: { $1 }))

    private static let shippedPipeline = Result { () throws(ConfigurationError) in
        try shipped.pipeline()
    }

    private static let folder = "config/"
}
