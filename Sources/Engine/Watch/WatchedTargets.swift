internal import Classification
internal import Configuration

/// The targets of needs, wants and saving while a vault is watched.
///
/// No pass and no handler reads them. So a mistake in them would be told by
/// nobody before a person asks how they do.
struct WatchedTargets {
    /// The file with a mistake, of which another version stays in use.
    private(set) var heldBack: [LeftOutFile] = []
    private var texts: ConfigurationTexts?

    /// Reads them anew where their text is another.
    mutating func read(_ engine: Engine) throws {
        let texts = try engine.configurationTexts().only { $0 == ConfigurationFiles.targetsFile }
        // What is parsed is never freed by the library that does it.
        guard texts != self.texts else { return }
        heldBack = []
        do throws(ConfigurationError) {
            _ = try texts.files(on: engine.scripts).lensTargets()
        } catch {
            heldBack = [LeftOutFile(error)]
        }
        self.texts = texts
    }
}
