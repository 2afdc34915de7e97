extension RulebookProgram: Archivable {
    func write(to archive: inout ArchiveWriter) {
        archive.write(channels) { archive, channel in channel.write(to: &archive) }
        archive.write(anchoringChannels) { $0.write($1) }
        archive.write(steps)
        archive.write(firstSteps)
        archive.write(isSettledByAnchor)
        archive.write(unanchoredRules)
        archive.write(tests)
    }

    init(from archive: inout ArchiveReader) {
        channels = archive.array { ChannelProgram.read(from: &$0) }
        anchoringChannels = archive.array { $0.int() }
        steps = archive.list()
        firstSteps = archive.list()
        isSettledByAnchor = archive.list()
        unanchoredRules = archive.list()
        tests = archive.value()
    }
}

extension ConditionTests: Archivable {
    func write(to archive: inout ArchiveWriter) {
        guard days.isEmpty, facts.isEmpty, decided.isEmpty, histories.isEmpty,
            nears.isEmpty, amounts.sizeTests.isEmpty
        else { ArchiveWriter.refuse("a test of a rulebook") }
        archive.write(amounts.amountTests) { $0.write($1) }
    }

    init(from archive: inout ArchiveReader) {
        amounts = AmountRanges(amountTests: archive.array { $0.value() }, sizeTests: [])
    }
}

extension ChannelProgram {
    fileprivate func write(to archive: inout ArchiveWriter) {
        archive.write(channel)
        // Channels with the same literals share theirs.
        archive.writeShared { automaton.write(to: &$0) }
        archive.write(uses)
        archive.write(predicatesOfEmptyText)
        archive.write(regexes.sorted { $0.key < $1.key }) { archive, entry in
            archive.write(Int(entry.key))
            archive.write(entry.value.pattern)
        }
        archive.write(unannouncedRegexes)
        archive.write(anchoredRules)
    }

    fileprivate static func read(from archive: inout ArchiveReader) -> ChannelProgram {
        ChannelProgram(
            channel: archive.choice(), automaton: archive.shared { $0.value() },
            uses: archive.value(), predicatesOfEmptyText: archive.list(),
            regexes: Dictionary(
                archive.array { reader in
                    (Int32(reader.int()), CompiledRegex(checked: reader.utf8()))
                }, uniquingKeysWith: { $1 }),
            unannouncedRegexes: archive.list(), anchoredRules: archive.value())
    }
}
