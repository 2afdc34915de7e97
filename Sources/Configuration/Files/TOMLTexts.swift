/// The texts of TOML that are parsed.
package enum TOMLTexts {
    /// Told of each, by what messages call its file: for tests that count them.
    @TaskLocal package static var isParsing: @Sendable (String) -> Void = { _ in }
}
