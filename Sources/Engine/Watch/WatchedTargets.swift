internal import Classification
internal import Configuration

/// The targets of needs, wants and saving while a vault is watched.
///
/// No pass and no handler reads them. So a mistake in them would be told by
/// nobody before a person asks how they do.
struct WatchedTargets {
    /// The file with a mistake, where it had none before, and where it always had.
    private(set) var heldBack: [LeftOutFile] = []
    private(set) var leftOut: [LeftOutFile] = []
    private var text: String?
    private var wasSound = false

    /// Reads them anew where their text is another.
    ///
    /// - Throws: where it can't be read at all.
    mutating func read(_ engine: Engine) throws {
        let configuration = try engine.configuration()
        // What is parsed is never freed by the library that does it.
        guard configuration.targetsText != text else { return }
        (heldBack, leftOut) = ([], [])
        do throws(ConfigurationError) {
            _ = try configuration.lensTargets()
            wasSound = true
        } catch {
            if wasSound { heldBack = [LeftOutFile(error)] } else { leftOut = [LeftOutFile(error)] }
        }
        text = configuration.targetsText
    }
}
