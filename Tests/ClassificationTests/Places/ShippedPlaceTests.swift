import Classification
import Model
import Testing

@Suite("The shipped brands and kinds of places")
struct ShippedPlaceTests {
    @Test(
        "tell of well-known places of their country",
        arguments: [
            ("de", "EDEKA MUELLER", "groceries", "brands"),
            ("de", "Lidl Sagt Danke", "groceries", "brands"),
            ("de", "Schlossapotheke", "healthcare", "kinds of places"),
            ("de", "Gasthaus zum Löwen", "dining", "kinds of places"),
            ("de", "KFZ WERKSTATT HUBER", "transportation", "kinds of places"),
            ("de", "Blumenladen Rosa", "shopping", "kinds of places"),
            ("de", "Hotel Adler", "travel", "kinds of places"),
            ("de", "Rossmann 1234", "shopping", "brands"),
            ("fr", "PHARMACIE DU CENTRE", "healthcare", "kinds of places"),
            ("fr", "CARREFOUR CITY", "groceries", "brands"),
            ("fr", "LE BISTROT", "dining", "kinds of places"),
            ("fr", "Monoprix", "groceries", "brands"),
            ("es", "Farmacia Lopez", "healthcare", "kinds of places"),
            ("es", "MERCADONA", "groceries", "brands"),
            ("es", "Peluqueria Ana", "other", "kinds of places"),
            ("es", "Bar Manolo", "dining", "kinds of places"),
            ("it", "ESSELUNGA", "groceries", "brands"),
            ("it", "Farmacia Comunale", "healthcare", "kinds of places"),
            ("nl", "ALBERT HEIJN 1234", "groceries", "brands"),
            ("nl", "Kruidvat", "shopping", "brands"),
            ("nl", "Bloemist Jansen", "shopping", "kinds of places"),
            ("pl", "ZABKA", "groceries", "brands"),
            ("pl", "Biedronka", "groceries", "brands"),
            ("pl", "Apteka Pod Lwem", "healthcare", "kinds of places"),
            ("se", "ICA Maxi", "groceries", "brands"),
            ("se", "Apoteket", "healthcare", "brands"),
            ("se", "Systembolaget", "dining", "brands"),
            ("pt", "PINGO DOCE", "groceries", "brands"),
            ("pt", "Farmacia Central", "healthcare", "kinds of places"),
            ("gb", "Greggs", "dining", "brands"),
            ("gb", "Wilko", "shopping", "brands"),
            ("gb", "THE RED LION PUB", "dining", "kinds of places"),
            ("us", "JIFFY LUBE 123", "transportation", "brands"),
            ("us", "Piggly Wiggly", "groceries", "brands"),
            ("us", "CHEVRON MINI MART", "transportation", "brands"),
            ("us", "Main Street Barbershop", "other", "kinds of places"),
            ("us", "Hampton Inn", "travel", "kinds of places"),
            ("br", "Pao de Acucar", "groceries", "brands"),
            ("be", "Delhaize", "groceries", "brands"),
            ("be", "Colruyt", "groceries", "brands"),
            ("ch", "MIGROS", "groceries", "brands"),
            ("ch", "Coop", "groceries", "brands"),
            ("at", "BILLA", "groceries", "brands"),
            ("at", "Hofer", "groceries", "brands"),
            ("dk", "Netto", "groceries", "brands"),
            ("fi", "K-Market", "groceries", "brands"),
            ("cz", "Lekarna U Lva", "healthcare", "kinds of places"),
            ("hu", "Gyogyszertar", "healthcare", "kinds of places"),
            // Operators of transit, power and water.
            ("gb", "Thames Water", "bills", "brands"), ("us", "PG&E", "bills", "brands"),
            ("us", "AC Transit", "transportation", "brands"),
            ("nl", "Qbuzz", "transportation", "brands"),
            ("es", "Cercanias Madrid", "transportation", "brands"),
            // Airlines and online services count everywhere, also by their web addresses.
            ("nl", "TRANSAVIA", "travel", "brands"),
            ("pl", "WIZZ AIR BUDAPEST", "travel", "brands"),
            ("us", "VOLOTEA 12", "travel", "brands"), ("jp", "Air Serbia", "travel", "brands"),
            ("es", "WWW.CONDOR.COM", "travel", "brands"),
            ("fr", "DEEZER", "entertainment", "brands"),
            ("se", "Viaplay", "entertainment", "brands"), ("de", "NAMECHEAP", "bills", "brands"),
            ("us", "MONDAY.COM 855-123", "bills", "brands"),
            ("it", "NOTION LABS", "bills", "brands"),
            ("fi", "HELP.BOX.COM/X", "bills", "brands"), ("pl", "WOLT", "dining", "brands"),
            // Words that brands share, and operators.
            ("us", "OAK JEWELERS", "shopping", "kinds of places"),
            ("de", "Stadtwerke Nirgendheim", "bills", "kinds of places"),
            ("de", "Muster Versicherungen", "bills", "kinds of places"),
            // A search word that only other names of brands have.
            ("us", "OAK ANIMAL HOSPITAL", "other", "kinds of places"),
        ])
    func known(country: String, text: String, category: String, stage: String) throws {
        let languages = ["at", "ch", "de"].contains(country) ? ["de"] : Self.languages[country]
        let settings = PlaceSettings(
            countries: [country], languagesOfCountry: [country: languages ?? []])
        let verdict = try placeClassifier(settings).verdict(Row(description: text))
        #expect(verdict.category.value == category)
        #expect(verdict.category.reason.by == stage, "\(verdict.category.reason.text)")
    }

    private static let languages = [
        "fr": ["fr"], "es": ["es"], "it": ["it"], "nl": ["nl"], "be": ["nl", "fr"], "pl": ["pl"],
        "se": ["sv"], "pt": ["pt"], "br": ["pt"], "dk": ["da"], "fi": ["fi"], "cz": ["cs"],
        "hu": ["hu"], "no": ["no", "da"], "ro": ["ro"], "tr": ["tr"], "ru": ["ru"], "ua": ["uk"],
    ]

    @Test(
        "tell of local shops and trades by what they call themselves",
        arguments: [
            ("de", "Haarstudio Claudia", "other"), ("de", "FUSSPFLEGE INGRID", "healthcare"),
            ("de", "Gemuese Oezdemir", "groceries"), ("de", "Tiernahrung Krause", "shopping"),
            ("de", "Friseur am Rathaus", "other"), ("de", "Stadtkasse Nirgendheim", "bills"),
            ("fr", "GARAGE DUPONT", "transportation"), ("fr", "Primeur du Coin", "groceries"),
            ("fr", "CABINET DENTAIRE DR PETIT", "healthcare"), ("fr", "Fleurs Amelie", "shopping"),
            ("es", "TALLERES GARCIA", "transportation"), ("es", "Papeleria Sol", "shopping"),
            ("es", "Clinica Dental Ruiz", "healthcare"),
            ("es", "Frutas Y Verduras Paqui", "groceries"),
            ("it", "AUTOFFICINA ROSSI", "transportation"),
            ("it", "Frutta E Verdura Lina", "groceries"),
            ("pt", "OFICINA DO ZE", "transportation"), ("pt", "Talho Central", "groceries"),
            ("nl", "Tandartspraktijk Oost", "healthcare"), ("nl", "FIETSENMAKER JAN", "shopping"),
            ("se", "Bilverkstan i Lund", "transportation"), ("se", "TANDLAKARE SVEN", "healthcare"),
            ("no", "Tannlege Kari", "healthcare"), ("dk", "Cykelsmed Per", "shopping"),
            ("fi", "Hammasklinikka Oy", "healthcare"), ("fi", "PYORALIIKE KOSKI", "shopping"),
            ("pl", "Warsztat samochodowy", "transportation"),
            ("pl", "STOMATOLOGIA ANNA", "healthcare"),
            ("cz", "Autoservis Dvorak", "transportation"), ("hu", "Zoldseges Bolt", "groceries"),
            ("ro", "Vulcanizare Rapid", "transportation"), ("tr", "Eczanesi Gunes", "healthcare"),
            ("ru", "Автосервис Ладья", "transportation"),
            ("ua", "Стоматологія Усмішка", "healthcare"),
            ("us", "OAK VETERINARY GROUP", "other"), ("gb", "THE KINGS ARMS", "dining"),
            ("gb", "HILLSIDE MOT CENTRE", "transportation"),
            ("us", "LAKESIDE AUTO CLINIC", "transportation"),
        ])
    func trades(country: String, text: String, category: String) throws {
        let verdict = try found(text, in: country)
        #expect(verdict.category.value == category)
        #expect(verdict.category.reason.by == "kinds of places", "\(verdict.category.reason.text)")
    }

    @Test(
        "know what households of a country pay there only",
        arguments: [
            ("de", "Yello Strom", "bills"), ("fr", "SUEZ EAU FRANCE", "bills"),
            ("es", "Adeslas", "healthcare"), ("pt", "Via Verde Portugal", "transportation"),
            ("it", "TELEPASS", "transportation"), ("nl", "NS GROEP", "transportation"),
            ("nl", "Vitens", "bills"), ("be", "Ethias", "bills"), ("ch", "Serafe AG", "bills"),
            ("se", "Comviq", "bills"), ("no", "Tibber", "bills"),
            ("dk", "Rejsekort", "transportation"),
            ("fi", "Matkahuolto", "transportation"), ("gb", "TV LICENCE MBP", "bills"),
        ])
    func national(country: String, text: String, category: String) throws {
        let verdict = try found(text, in: country)
        #expect(verdict.category.value == category)
        #expect(verdict.category.reason.by == "brands", "\(verdict.category.reason.text)")
        let abroad = try found(text, in: "ke")
        #expect(abroad.category.reason.by == "default", "\(abroad.category.reason.text)")
    }

    @Test(
        "say nothing of surnames, and of what only sounds like a trade or school",
        arguments: [
            ("de", "Thomas Metzger"), ("de", "BAUMGAERTNER ANNA"), ("de", "Skischule Berg"),
            ("de", "Tennisverein Nord"), ("fr", "Mme Boucher"), ("fr", "ECOLE DE SKI"),
            ("es", "MARIA FLORES"), ("es", "JOSE ZAPATERO"), ("it", "LUCA BARBIERI"),
            ("pt", "ANA FERREIRA"), ("nl", "P SLAGER"), ("nl", "Piet Schilder"),
            ("pl", "JAN KRAWIEC"),
            ("cz", "Petr Truhlar"), ("hu", "LAKATOS ANNA"), ("us", "JOHN BAKER"),
            ("us", "MARY COOK"), ("gb", "TENNIS CLUB NORTH"),
        ])
    func misleading(country: String, text: String) throws {
        let verdict = try found(text, in: country)
        #expect(verdict.category.reason.by == "default", "\(verdict.category.reason.text)")
    }

    private func found(_ text: String, in country: String) throws -> Verdict {
        let languages = ["at", "ch", "de"].contains(country) ? ["de"] : Self.languages[country]
        let settings = PlaceSettings(
            countries: [country], languagesOfCountry: [country: languages ?? []])
        return try placeClassifier(settings).verdict(Row(description: text))
    }

    @Test(
        "leave open what households call differently",
        arguments: [
            ("de", "STADTBAECKEREI SCHMIDT"), ("de", "KIOSK AM PARK"), ("de", "EISLADEN ROSA"),
            ("fr", "Boulangerie Dupont"), ("fr", "EPICERIE DU COIN"), ("it", "Panetteria Rossi"),
            ("it", "GELATERIA SOLE"), ("it", "EDICOLA CENTRALE"), ("pl", "Piekarnia Nowak"),
            ("pt", "Padaria Silva"), ("br", "Padaria Central"), ("nl", "BUURTWINKEL JANSEN"),
            ("us", "LAKESIDE MINI MART"), ("us", "ASH CREAMERY"), ("us", "BOULANGERIE PAUL"),
            ("us", "ROSE GENERAL STORE"),
        ])
    func open(country: String, text: String) throws {
        let languages = country == "de" ? ["de"] : Self.languages[country]
        let settings = PlaceSettings(
            countries: [country], languagesOfCountry: [country: languages ?? []])
        let verdict = try placeClassifier(settings).verdict(Row(description: text))
        #expect(verdict.category.reason.by == "default", "\(verdict.category.reason.text)")
    }

    @Test(
        "operators count in their countries, and never by one common word",
        arguments: [("de", "Thames Water"), ("us", "Qbuzz"), ("us", "Power"), ("us", "Transit")])
    func operatorsElsewhere(country: String, text: String) throws {
        let settings = PlaceSettings(
            countries: [country], languagesOfCountry: [country: Self.languages[country] ?? []])
        let verdict = try placeClassifier(settings).verdict(Row(description: text))
        #expect(verdict.category.reason.by == "default", "\(verdict.category.reason.text)")
    }

    @Test(
        "a service with the name of a common word, a person or another business counts by its address",
        arguments: [
            "Notion", "Monday", "MONDAY CAFETERIAE", "Box", "Medium", "Condor", "Level", "Zoom",
            "Hover", "WASABI", "Steam", "Scoot", "Slack", "Neos", "STRATO", "Render", "Basecamp",
            "BASE CAMP FITNESSE", "Face It", "PORK BUN", "I-DRIVE", "Olympic Air", "Precision Air",
            // Whole names behind or before other words.
            "AUTO HETZNER", "AIR FRANCE GARDENS", "GAMES PLANET EARTH", "MITTWALD NORDSTERN",
            "TUNE IN AND OUT", "WIX LEONARD", "BABBEL SONS",
        ])
    func commonWords(text: String) throws {
        let settings = PlaceSettings(countries: ["ke"], languagesOfCountry: [:])
        let verdict = try placeClassifier(settings).verdict(Row(description: text))
        #expect(verdict.category.reason.by == "default", "\(verdict.category.reason.text)")
    }

    @Test("name what they rest on")
    func reasons() throws {
        let settings = PlaceSettings(countries: ["de"], languagesOfCountry: ["de": ["de"]])
        let verdicts = try placeClassifier(settings).verdicts([
            Row(description: "EDEKA MUELLER"), Row(description: "SCHLOSSAPOTHEKE"),
            Row(description: "Stadtwerke Nirgendheim"),
        ])
        #expect(
            verdicts.map(\.category.reason.text)
                == [
                    "Brand: Edeka (a supermarket)", "Kind of place: pharmacy",
                    "Word of brands: \"stadtwerke\" (as of an energy supplier)",
                ])
    }
}
