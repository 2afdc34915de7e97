import ArgumentParser
import Configuration
import Engine
import Foundation
import Letter
import Model
import Vault

/// A page with what its commands printed.
struct WebView {
    let page: BrowserPage
    let query: WebQuery
    let server: WebServer

    /// The frame of the page, and as its rest the content.
    func response() throws -> WebResponse {
        let version = try server.version()
        let options = try VaultOptions.parse([])
        let engine = try options.engine()
        let categories = try engine.categories().categories.map { (id: $0.id, name: $0.name) }
        let accounts = Dictionary(
            try engine.vault.accounts().map { ($0.name, $0.id) },
            uniquingKeysWith: { first, _ in first })
        let forms = WebForms(
            token: server.gate.formToken,
            back: (page.path, WebAddresses.query(query.fields)), categories: categories)
        let report = WebReport(
            page: page, query: query, categories: Set(categories.flatMap { [$0.id, $0.name] }),
            accounts: accounts,
            pageAddress: {
                WebAddresses.address(page.path, query.fields(with: "page", "\($0)"))
            })
        let heading = page.heading(query, accounts)
        let (frame, end) = WebFrame(
            page: page, query: query, heading: heading, version: version,
            look: try engine.dashboardLook()
        ).markup(around: try head(heading, today: options.moment().today))
        return WebResponse(
            status: 200, type: "text/html; charset=utf-8", body: Array(frame.utf8),
            rest: { Array((content(report, forms).markup + end).utf8) })
    }

    /// What the commands say.
    private func content(_ report: WebReport, _ forms: WebForms) -> HTML {
        var report = report
        report.extra = answers(forms)
        var main = HTML.none
        if let answer = server.gate.takeAnswer() { main += html(answer, report, forms) }
        if page.path == "transaction", let id = query["id"] {
            main += forms.answer(for: id, isLong: true)
        }
        if page.path == "history" { main += forms.undo }
        for (place, words) in page.runs(query).enumerated() {
            let answer = server.run(words)
            main += .element(
                "article", ["class": answer.isGood ? page.path : "\(page.path) failed"],
                (answer.isGood ? links(toDataOf: place) : .none) + report.html(answer.parts))
        }
        return main.markup.contains("list=\"\(WebForms.listName)\"") ? main + forms.list : main
    }

    /// What the last form came to.
    private func html(_ answer: WebAnswer, _ report: WebReport, _ forms: WebForms) -> HTML {
        .element(
            "div", ["class": answer.isGood ? "answer" : "answer failed", "role": "status"],
            report.html(answer.parts), answer.isGood ? forms.undo : .none)
    }

    /// The forms beside the payees of a review.
    private func answers(_ forms: WebForms) -> ((String) -> HTML)? {
        guard page.path == "review" else { return nil }
        struct Group: Decodable { let transactions: [Int64] }
        let answer = server.run(["review", "--json"] + query.words("period"))
        let groups: [[Int64]]
        do {
            groups = try JSONDecoder().decode([Group].self, from: Data(answer.data))
                .map(\.transactions)
        } catch {
            // The review itself failed, and says why.
            return nil
        }
        let byFirst = Dictionary(
            groups.compactMap { group in group.first.map { ("\($0)", group) } },
            uniquingKeysWith: { first, _ in first })
        return { number in
            guard let group = byFirst[number] else { return .none }
            return forms.answer(for: group.map(String.init).joined(separator: ","), isLong: false)
        }
    }

    private func links(toDataOf place: Int) -> HTML {
        let fields = place == 0 ? query.fields : query.fields(with: "part", "\(place)")
        let links = page.formats.map { format in
            HTML.element(
                "a",
                [
                    "href": WebAddresses.address("\(page.path).\(format)", fields),
                    "download": "\(page.path).\(format)",
                ], HTML(format.uppercased()))
        }
        return .element("p", ["class": "data"], links.joined)
    }

    // MARK: Periods

    private func head(_ heading: String, today: CalendarDay) throws -> HTML {
        .element(
            "div", ["class": "head"], .element("h1", [:], .isolated(heading)),
            page.step == .none ? .none : period(today: today))
    }

    private func period(today: CalendarDay) -> HTML {
        let (before, after) = neighbours(today: today)
        func link(_ sign: String, _ words: String, _ name: String, _ period: String?) -> HTML {
            guard let period else { return .element("span", ["class": "step"], HTML(sign)) }
            return .element(
                "a",
                [
                    "class": "step", "rel": name, "title": "\(words): \(period)",
                    "href": WebAddresses.address(page.path, query.fields(with: "period", period)),
                ], HTML(sign))
        }
        let others = query.fields.filter { !["period", "page", "part"].contains($0.0) }.map {
            HTML.empty("input", ["type": "hidden", "name": $0.0, "value": $0.1])
        }
        let field = HTML.empty(
            "input",
            [
                "name": "period", "value": query["period"] ?? "", "aria-label": "Period",
                "placeholder": page.step == .month ? "\(today.month)" : "\(today.month.year)",
                "title": "2026-10, oct, q3, 2026, last year, 12m, …",
                "autocomplete": "off", "size": "10",
            ])
        return .element(
            "form", ["class": "period", "action": "/\(page.path)"],
            link("←", "Before", "prev", before), others.joined, field,
            link("→", "After", "next", after))
    }

    /// The periods before and after the one that is shown.
    private func neighbours(today: CalendarDay) -> (String?, String?) {
        let words = query["period"].flatMap { PeriodWords($0) }
        guard words?.isOneTerm ?? true else { return (nil, nil) }
        let days = words?.days(asOf: today) ?? today..<today.adding(days: 1)
        guard !days.isEmpty else { return (nil, nil) }
        let (first, last) = (days.lowerBound.month, days.upperBound.adding(days: -1).month)
        let isAhead = page.path == "calendar"
        switch page.step {
        case .none: return (nil, nil)
        case .month:
            let limit = isAhead ? today.month.adding(months: 11) : today.month
            return ("\(first.previous)", last.next <= limit ? "\(last.next)" : nil)
        case .year:
            let year = first.year
            return (
                "\(words == nil ? today.month.year : year - 1)",
                words != nil && last.year < today.month.year ? "\(last.year + 1)" : nil
            )
        }
    }
}

/// What surrounds every page.
struct WebFrame {
    let page: BrowserPage
    let query: WebQuery
    let heading: String
    /// The state of the vault that the page shows.
    let version: String
    let look: DashboardLook

    /// The markup before a page's content, and the markup behind it.
    ///
    /// - Parameter head: what stands above the content.
    func markup(around head: HTML) -> (String, String) {
        let body = HTML.element(
            "body", ["data-version": version],
            HTML.element("a", ["class": "skip", "href": "#main"], HTML("To the content")) + header
                + navigation + keys + .element("main", ["id": "main"], head))
        let whole = Self.document(title: "\(heading) – GhostVault", look, body)
        let end = whole.range(of: "</main>", options: .backwards)?.lowerBound ?? whole.endIndex
        return (String(whole[..<end]), String(whole[end...]))
    }

    static func document(title: String, _ look: DashboardLook?, _ body: HTML) -> String {
        let head = HTML.element(
            "head", [:], .empty("meta", ["charset": "utf-8"]),
            .empty("meta", ["name": "viewport", "content": "width=device-width"]),
            .empty("meta", ["name": "color-scheme", "content": "light dark"]),
            .empty("link", ["rel": "stylesheet", "href": "/page.css"]),
            .empty("link", ["rel": "icon", "href": "/icon.svg"]),
            .element("script", ["src": "/page.js", "defer": ""]),
            .element("title", [:], HTML(title)))
        let whole = HTML.element(
            "html",
            [
                "lang": "en", "data-scheme": look?.scheme.rawValue ?? "auto",
                "data-accent": look?.accent?.rawValue ?? "auto",
            ], head, body)
        return "<!DOCTYPE html>\n" + whole.markup + "\n"
    }

    private var header: HTML {
        let field = HTML.empty(
            "input",
            [
                "type": "search", "name": "q", "id": "filter",
                "value": page.path == "transactions" ? query["q"] ?? "" : "",
                "placeholder": "coffee oct >20 category:dining",
                "aria-label": "Filter transactions", "autocomplete": "off", "spellcheck": "false",
                "maxlength": "\(WebQuery.longest)",
            ])
        return .element(
            "header", [:],
            .element("a", ["class": "brand", "href": "/dashboard"], HTML("GhostVault")),
            .element("form", ["role": "search", "action": "/transactions"], field),
            .element(
                "button", ["id": "help", "type": "button", "title": "Keys", "aria-label": "Keys"],
                HTML("?")))
    }

    private var navigation: HTML {
        let groups = BrowserPage.Group.allCases.map { group in
            let links = BrowserPage.all.filter { $0.group == group }.map { entry in
                var attributes: [(StaticString, String)] = [("href", "/\(entry.path)")]
                if let key = entry.key { attributes.append(("data-key", "\(key)")) }
                if entry.path == page.path { attributes.append(("aria-current", "page")) }
                return HTML.element("li", [:], .element("a", attributes, HTML(entry.title)))
            }
            return HTML.element("h2", [:], HTML(group.rawValue))
                + .element("ul", [:], links.joined)
        }
        return .element("nav", ["class": "pages", "aria-label": "Pages"], groups.joined)
    }

    private var keys: HTML {
        let general = [
            ("/", "filter transactions"), ("←  →", "the period before and after"),
            ("?", "these keys"), ("Esc", "close"),
        ]
        let pages = BrowserPage.all.compactMap { page in page.key.map { ("g \($0)", page.title) } }
        let rows = (general + pages).map { key, words in
            HTML.element("dt", [:], .element("kbd", [:], HTML(key)))
                + .element("dd", [:], HTML(words))
        }
        return .element(
            "dialog", ["id": "keys", "aria-label": "Keys"],
            .element("h2", [:], HTML("Keys")), .element("dl", [:], rows.joined),
            .element(
                "form", ["method": "dialog"], .element("button", [:], HTML("Close"))))
    }
}

/// What stands in front of the pages, and shows nothing of the vault.
enum WebDoor {
    static let page = WebFrame.document(
        title: "GhostVault", nil,
        HTML.element(
            "body", ["id": "door"],
            .element(
                "main", ["id": "main"], .element("h1", [:], HTML("GhostVault")),
                .element(
                    "p", ["id": "words"],
                    HTML(
                        "Each address of the page opens it once. For another one, run ")
                        + .element("code", [:], HTML("ghostvault web")) + HTML(" again.")))))

    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1f5f99" \
        d="M8 1a6 6 0 0 0-6 6v8l2-2 2 2 2-2 2 2 2-2 2 2V7a6 6 0 0 0-6-6z"/>\
        <circle cx="6" cy="7" r="1.2" fill="#fff"/><circle cx="10" cy="7" r="1.2" fill="#fff"/></svg>
        """
}
