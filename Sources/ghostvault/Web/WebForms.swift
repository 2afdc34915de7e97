import Letter
import Serving

/// The forms by which pages correct, and the commands that they become.
struct WebForms {
    let token: String
    /// The address of the page that has the form.
    let back: (path: String, query: String)
    /// The categories' ids and names.
    let categories: [(id: String, name: String)]

    static let listName = "categories"

    /// The choices of all forms of a page.
    var list: HTML {
        .element(
            "datalist", ["id": Self.listName],
            categories.map { HTML.element("option", ["value": $0.id], HTML($0.name)) }.joined)
    }

    /// Confirms or corrects some transactions.
    ///
    /// - Parameter isLong: whether to ask how far a correction reaches.
    func answer(for numbers: String, isLong: Bool) -> HTML {
        let confirm = form(
            "confirm", numbers,
            .element("button", ["title": "This is right", "aria-label": "Right"], HTML("✓")))
        var fields = HTML.empty(
            "input",
            [
                "name": "category", "list": Self.listName, "placeholder": "category",
                "aria-label": "Category", "required": "", "autocomplete": "off",
            ])
        if isLong {
            let choices = [
                ("", "and like it, as usual"), ("only", "only this one"),
                ("from-now-on", "from now on"), ("past", "earlier ones, too"),
            ]
            fields += .element(
                "select", ["name": "reach", "aria-label": "How far"],
                choices.map { HTML.element("option", ["value": $0.0], HTML($0.1)) }.joined)
        }
        fields += .element("button", [:], HTML("Set"))
        return .element("div", ["class": "forms"], confirm, form("set", numbers, fields))
    }

    /// Takes back the newest decision.
    var undo: HTML { form("undo", "", .element("button", [:], HTML("Undo the newest"))) }

    private func form(_ action: StaticString, _ numbers: String, _ fields: HTML) -> HTML {
        let hidden = [
            ("form", token), ("numbers", numbers), ("page", back.path), ("of", back.query),
        ].filter { !$0.1.isEmpty }
        return .element(
            "form", ["method": "post", "action": "/\(action)"],
            hidden.map {
                HTML.empty("input", ["type": "hidden", "name": $0.0, "value": $0.1])
            }.joined, fields)
    }

    /// The command of a form; nil for none.
    static func words(_ action: String, _ query: WebQuery) -> [String]? {
        if action == "undo" { return ["undo", "--yes"] }
        let numbers = (query["numbers"] ?? "").split(separator: ",")
        guard !numbers.isEmpty, numbers.count <= 1000,
            numbers.allSatisfy({ $0.utf8.count < 19 && $0.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        let ids = ["--"] + numbers.map(String.init)
        switch action {
        case "confirm": return ["transactions", "confirm"] + ids
        case "set":
            guard query["category"] != nil else { return nil }
            let reaches = ["only", "from-now-on", "past"]
            let reach = query["reach"].flatMap { reaches.contains($0) ? ["--\($0)"] : nil } ?? []
            return ["transactions", "set"] + query.option("--category", "category") + reach + ids
        default: return nil
        }
    }

    /// The page that had the form. Its address is written anew, whatever the form says.
    static func back(_ query: WebQuery) -> String {
        guard let page = query["page"].flatMap({ BrowserPage.at($0) }) else { return "/dashboard" }
        let fields = HTTPRequest.form(query["of"] ?? "")
        return WebAddresses.address(page.path, fields.map { ($0.name, $0.value) })
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
