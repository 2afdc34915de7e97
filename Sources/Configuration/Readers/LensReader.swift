public import Model

extension ConfigurationFiles {
    /// The targets of `lens.toml`.
    public func lensTargets() throws(ConfigurationError) -> LensTargets {
        let name = "lens.toml"
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
