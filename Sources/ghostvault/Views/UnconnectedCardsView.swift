import Insights
import Terminal

/// That some spending is in no figure, since the card is not connected.
struct UnconnectedCardsView {
    let screen: Screen

    func show(_ cards: [UnconnectedCards], afterLine: Bool = false) throws {
        guard !cards.isEmpty else { return }
        if afterLine { try screen.print() }
        let paid = cards.map(\.paid.text).joined(separator: " and ")
        try screen.print(
            SafeText.neutralised(
                "\(paid) went to cards that aren't connected; what they bought isn't in these "
                    + "figures"), .warning)
    }
}
