public import Model

extension ConfigurationFiles {
    /// The file of the targets, which no pass reads.
    public static let targetsFile = "lens.toml"

    /// What ``lensTargets()`` reads; nil where there is no such file.
    public var targetsText: String? { texts[Self.targetsFile] }

    /// The targets of `lens.toml`.
    public func lensTargets() throws(ConfigurationError) -> LensTargets {
        let name = Self.targetsFile
        let file = try decode(LensFile.self, from: name)
        guard let targets = LensTargets(need: file.need, want: file.want, saving: file.saving)
        else {
            throw ConfigurationError(
                file: "config/\(name)",
                "\"need\", \"want\" and \"saving\" must be whole percents that make 100")
        }
        return targets
    }
}

private struct LensFile: Decodable {
    let need: Int
    let want: Int
    let saving: Int
}
