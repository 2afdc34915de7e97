internal import Classification
internal import Model

extension ConfigurationFiles {
    /// What keeps files from being used, each once: those too that only some
    /// commands read. Of each thing that is read from files the first mistake.
    public func mistakes() -> [ConfigurationError] {
        let found = [
            mistake { () throws(ConfigurationError) in try categories() },
            mistake { () throws(ConfigurationError) in try pipeline() },
            mistake { () throws(ConfigurationError) in try accountTypeGuesser() },
            mistake { () throws(ConfigurationError) in try lensTargets() },
            mistake { () throws(ConfigurationError) in try automationSettings() },
        ].compactMap(\.self)
        return found.enumerated().filter { !found[..<$0.offset].contains($0.element) }
            .map(\.element)
    }

    private func mistake<Value>(
        in reading: () throws(ConfigurationError) -> Value
    ) -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try reading()
            return nil
        } catch {
            return error
        }
    }
}
