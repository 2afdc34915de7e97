import Classification
import Model
import Testing

/// Persons, companies and pairs of words that only look like places, and single words and
/// names, made from common first names, surnames, towns and words of ten countries.
@Suite("Names that only look like places")
struct LookAlikeTests {
    private static let languages = [
        "de": ["de"], "fr": ["fr"], "es": ["es", "ca"], "it": ["it"], "nl": ["nl"], "pt": ["pt"],
        "pl": ["pl"], "se": ["sv"], "us": ["es"],
    ]

    /// What the shipped tables say about each name of a list.
    private func answers(_ list: String) throws -> (count: Int, found: [String]) {
        var count = 0
        var found: [String] = []
        let lines = list.split(separator: "\n").map { $0.split(separator: ":") }
        for (country, lines) in Dictionary(grouping: lines, by: { String($0[0]) }) {
            let names = lines.flatMap { $0[1].split(separator: ",") }
                .map { $0.trimmingPrefix(" ") }
            let classifier = try placeClassifier(
                PlaceSettings(countries: [country], languagesOfCountry: Self.languages))
            for (name, verdict) in zip(
                names, try classifier.verdicts(names.map { Row(description: String($0)) }))
            where verdict.category.reason.by != "default" {
                found.append("\(name): \(verdict.category.reason.text)")
            }
            count += names.count
        }
        return (count, found)
    }

    @Test("of two words or more are not taken for places")
    func names() throws {
        let answers = try answers(Self.names)
        #expect(answers.count > 600)
        #expect(answers.found.isEmpty, "\(answers.found)")
    }

    @Test("of one word are seldom taken for places")
    func words() throws {
        let answers = try answers(Self.words)
        #expect(answers.count > 500)
        #expect(answers.found.count * 50 < answers.count, "\(answers.found)")
    }

    private static let names = """
        us: Cindy Harmon, Laura Dunlap, Jodi Nielsen, Anthony Owens, Sherry Banks
        us: Rachel Wilson, Taylor Wright, Amy Berry, Alexander Robinson, Joshua Hendricks
        us: Katie Moore, Laura Taylor, Christina Martinez, Aaron Savage, Jason Lewis
        us: Toni Brennan, Roberts Ventures, Ali Services, Ryan Solutions, Byrd Services
        us: Harris Group, Everett Ventures, Vazquez Ventures, Levy Solutions, Patricia Services
        us: Kent Foundation Fund, Michael Trust, Gabriel Holdings, Dustin Group
        us: Cameron Solutions, Kevin Ventures, Carrie Road Project
        us: New Ericamouth Foundation Fund, West Michaelport Group, Hortonburgh Holdings
        us: Kennedyburgh Consulting, West Theresatown Ventures, Megantown Estates
        us: Diazshire Holdings, South Brandonburgh Consulting, Camps Group
        us: Cannot Foundation Fund, Detroit Ventures, Dive Road Project, Mexico Foundation Fund
        us: Father Services, Caring Consulting, District Partners, Methods Trust
        us: Statistical Partners, Ignored Grove Farm, Regime Foundation Fund
        us: Measures Solutions, Statistics Road Project, Zealand Ventures, Months Road Project
        us: Leader Philip, Expressed Liberty, Classification Wide, Frequently Choices
        us: Talks Oliver, Equivalent Answer, Text Defeated, Eventually Referring
        us: Equipment Miller, Tongue Tomorrow, Words Taking, Besides Extended
        gb: Brenda Smith, Sarah James, Naomi Preston, Matthew Gray, Frederick Brooks
        gb: Charles Clark, Pauline Taylor, Jessica Dunn, Marion Smith, Robin Miles, Justin Bell
        gb: Janet Walsh, Steven Khan, Marian Williams, Wayne Metcalfe, Christopher Kelly
        gb: Stevens Partners, Robinson Ventures, Carr Practice Range, Harris Gallery Loft
        gb: Hunt Practice Range, Powell Practice Range, Davies Consulting
        gb: Martin Foundation Fund, Hollie Road Project, Dominic Trust, Jacqueline Group
        gb: Joel Road Project, Daniel Estates, Rebecca Grove Farm, Elizabeth Consulting
        gb: Roger Estates, West Gary Grove Farm, Joshshire Partners
        gb: New Josephinemouth Practice Range, West Owenport Group, Boothburgh Consulting
        gb: Jonesburgh Holdings, West Danielstad Trust, Brownchester Gallery Loft
        gb: Doctor Partners, India Ventures, Bullet Holdings, Victor Trust
        gb: Integrated Solutions, Relationships Gallery Loft, Click Practice Range
        gb: Matthew Consulting, Banking Practice Range, Tony Partners, Bike Services
        gb: Disorders Estates, Points Trust, User Practice Range, Addresses Road Project
        gb: Presidency Consulting, Character Mary, Votes Slide, Carbon Although
        gb: Publisher Silent, Extensive Summary, Previous Travel, Administration Claimed
        gb: Compromise Independence, Word Vincent, Entrance Potentially, Attraction Crucial
        gb: Fourth Sends
        de: Elzbieta Hermighausen, Jolanthe Klemt, Lotte Stumpf, Theresa Warmer, Gaby Radisch
        de: Angelo Mohaupt, Leni Hering, Friedl Birnbaum, Sabina Franke, Enrico Köhler
        de: Walfried Hentschel, Rainer Ring, Edgar Ruppersberger, Jacob Aumann, Janin Hande
        de: Ryszard Holt, Gnatz Systeme, Wilms Gruppe, Krebs Vertrieb, Freudenberger Handel
        de: Wiek Vertrieb, Boucsein Logistik, Etzold Vertrieb, Schönland Stiftung, Ella Verein
        de: Tilman Gruppe, Ferdi Verein, Franco Verein, Abraham Vertrieb, Wiltrud Logistik
        de: Ottilie Projekte, Adem Verein, Fürstenfeldbruck Logistik, Eggenfelden Handel
        de: Helmstedt Systeme, Plauen Gruppe, Emmendingen Beratung, Kulmbach Handel
        de: Aschaffenburg Verwaltung, Lübeck Beratung, Funktion Verwaltung, Kader Stiftung
        de: Story Handel, Salzburg Handel, Militärische Systeme, Solch Projekte, Gibts Beratung
        de: Armee Verein, Finanziell Projekte, Alarm Gruppe, Gebe Stiftung, Anzeige Verein
        de: Manchmal Beratung, Sammeln Handel, Verlegt Verein, Grössten Verwaltung
        de: Lasst Gelaufen, Branche Beschäftigten, Sonstigen Behandelt, Perfekt Gehst
        de: Traum Gründer, Gerechtigkeit Gelbe, Schaffst Fahrt, Bremer Handelt, Helfen Terror
        de: Träume Schulden, Höhe Nimmt, Rechtlich Kleider
        fr: Laurence Adam, Nicole Pelletier, Stéphanie Blot, Zoé Rousset, Manon Laporte
        fr: Antoine Turpin, Philippine Menard, Manon Roux, Hugues Marie, Alix Lelièvre
        fr: Paul Gillet, Émilie Henry, Henriette Menard, Alexandre Foucher, Martin Cordier
        fr: Roger Vidal, Gosselin Gestion, Perrier Fondation, Leroux Gestion, Ledoux Projet
        fr: Guérin Groupe, Joly Associes, Maurice Gestion, Maurice Gestion, Capucine Fondation
        fr: Gilbert Groupe, Gilles Conseil, Adrien Associes, Aimé Groupe, Marc Groupe
        fr: Philippine Gestion, Martin Fondation, Brun Gestion, Bouvier Distribution
        fr: Gimenez Conseil, Vidal Fondation, Jacob Conseil, Simon Distribution
        fr: Legros Distribution, Rodrigues Conseil, Mohamed Gestion, Mondiale Gestion
        fr: Écrivains Gestion, Voile Distribution, Publier Distribution, Deviendra Fondation
        fr: Gère Fondation, Amazon Gestion, Baron Conseil, Ventre Gestion, Management Conseil
        fr: Condamné Gestion, Vendeur Fondation, Rarement Conseil, Faculté Projet
        fr: Intervention Syndic, Aperçu Systèmes, Casser Mary, Collections Décider
        fr: Extraordinaire Lion, Posé Penses, Médicament Inspiration, Trente Entraîneur
        fr: Défend Perso, Généreux Révèle, Pourront Rose, Entretien Stabilité
        fr: Gouvernements Différentes
        es: Esther Jaume, Manuela Palmer, Natalia Andres, Priscila Solana, Maura Ibañez
        es: Florencia Azorin, Valentina Crespo, Daniel Peral, Adora Hoz, Ricardo Cal
        es: Consuela Ibañez, Albert Gascón, Saturnino Losa, Germán Porras, Feliciano Bello
        es: Emilio Salgado, Castañeda Grupo, Catalán Asesores, Abellán Asociados
        es: Adadia Distribuciones, Gallart Gestion, Garriga Asesores, Daza Comunidad
        es: Delgado Comunidad, Luis Miguel Asociados, Mauricio Gestion
        es: Heliodoro Distribuciones, Calista Comunidad, Sarita Comunidad, Irene Grupo
        es: Eufemia Proyecto, Hernando Comunidad, Tarragona Grupo, Jaén Asociados
        es: Albacete Grupo, La Rioja Distribuciones, Burgos Distribuciones, Asturias Proyecto
        es: Granada Comunidad, Pontevedra Asociados, Teléfono Distribuciones, Negro Asociados
        es: Entraron Asesores, Envió Proyecto, Traje Asociados, Georgia Distribuciones
        es: Ponerle Asesores, Supera Gestion, Sucedido Comunidad, Sueños Asesores
        es: Correcta Gestion, Distribución Distribuciones, Modelo Grupo, Piso Comunidad
        es: Características Grupo, Escribo Grupo, Retirada Medias, Puso Modelos
        es: Situaciones Comentó, Mata Salvador, Mayo Rusos, Enferma América, Software Recuperar
        es: Venezolano Aplica, Renovación Contaba, Dirigió Servido, Respuestas Flujo
        es: Felicidad Producto
        it: Donna Guarana, Lucia Offredi, Natalia Turati, Alphons Scarponi, Maura Gravina
        it: Federica Berlusconi, Zaira Crispi, Costanzo Palazzo, Ruggiero Gozzi, Nino Venturi
        it: Claudio Gravina, Alberico Gagliano, Pier Lippomano, Fiorenzo Pelli, Ermes Bonino
        it: Elladio Russo, Celentano Condominio, Cherubini Gruppo, Abbagnale Condominio
        it: Agostini Gestione, Forza Condominio, Gadda Condominio, Delle Gestione
        it: Dellucci Gruppo, Jacopo Consulenze, Luca Condominio, Gaetano Progetto
        it: Adriana Progetto, Teresa Gruppo, Giovanna Progetto, Elena Associati
        it: Gastone Condominio, Figino Associati, Pieve A Ripoli Gruppo, Borgo Piave Gestione
        it: Grissian Consulenze, Nove Gruppo, Pianazzo Gruppo, Collobiano Gruppo
        it: Querceta Consulenze, Secoli Gestione, Vendetta Consulenze, Autobus Progetto
        it: Cresciuto Associati, Devono Associati, Polemiche Consulenze, Perso Condominio
        it: Circolazione Progetto, Continuamente Associati, Servito Consulenze
        it: Signori Consulenze, Spinta Consulenze, Voler Progetto, Disciplina Gruppo
        it: Sentenza Condominio, Principe Progetto, Visibilità Bensì, Elementari Gravidanza
        it: Interessi Metodi, Acquistato Pubblicate, Provi Nati, Universitari Determinate
        it: Digitale Eseguito, Regali Singolare, Guardate Dita, Stop Under, Soluzioni Impianti
        it: Accanto Futuri
        nl: Feline Rek, Lara Wipstrik, Loïs van der Heyden, Bart van Luinenburg, Liza Potters
        nl: Hanna Charon, Romy Kleibrink, Finn de Beer, Vincent Poncelet, Ruben van der Schuijt
        nl: Emir Potters, Ali Mol, Sil Scholten, Joep de Koning, Jasper Drysdale
        nl: Imran van Gils, Hondeveld Groep, Huijzing Stichting, Aarts Groep
        nl: Aelftrud van Wessex Vereniging, Mens Advies, Moensendijk Vereniging, Korsman Groep
        nl: Korstman Beheer, Maxim Groep, Mohamed Beheer, Victoria Groep, Jorn Vereniging
        nl: Britt Beheer, Nova Groep, Ize Beheer, Femke Groep, Hellendoorn Vereniging
        nl: Haarlem Groep, Heerde Groep, Oterleek Beheer, Luyksgestel Vereniging
        nl: Anderen Beheer, Odijk Projecten, Rheeze Advies, Britse Groep, Isis Vereniging
        nl: Jacob Stichting, Getuige Vereniging, Bridge Advies, Dronken Vereniging, Jagen Groep
        nl: Activiteit Beheer, Uitslag Vereniging, Gezongen Beheer, Ouderen Advies
        nl: Project Beheer, Vissen Advies, Wezen Beheer, Rechtstreeks Stichting, Expert Advies
        nl: Knuffel Uitgerust, Deden Wijziging, Emotie Boom, Vroegen Slaagde, Verklaard Privé
        nl: Volgorde Aanvang, Woorden Verwerkt, Kwetsbaar Tevoren, Bruce Eenvoudig
        nl: Nadien Duizend, Element Documenten, Trump Verloor
        pt: Luana Ferreira, Sara Lima, Naiara Vicente, Mara Neves, Benjamim Miranda
        pt: Vitória Fernandes, Mara Anjos, Igor Batista, Vicente Monteiro, Martim Lourenço
        pt: Helena Barros, Joana Fernandes, André Vaz, Lisandro Maia, Nelson Coelho
        pt: Victória Macedo, Carneiro Projeto, Assunção Projeto, Brito Projeto, Reis Gestao
        pt: Reis Gestao, Matos Grupo, Branco Grupo, Branco Associados, Afonso Gestao
        pt: Alexandre Associados, Leandro Projeto, Vitória Associados, Lisandro Gestao
        pt: Ismael Gestao, Ismael Gestao, Nuno Consultoria, Guarda Gestao
        pt: Gafanha da Nazaré Gestao, Quarteira Gestao, Almada Grupo, Sacavém Consultoria
        pt: Fafe Associados, Beja Condominio, Oliveira de Azeméis Consultoria, Bando Condominio
        pt: Sentado Grupo, Chegando Gestao, Preservação Grupo, Acontece Consultoria
        pt: Democracia Projeto, Conhecem Associados, Destaque Grupo, Indicam Grupo
        pt: Lição Projeto, Canto Consultoria, Chato Consultoria, Visto Consultoria
        pt: Look Projeto, Faca Projeto, American Gestao, Coloca Decisões, Cheio Razões
        pt: Habitantes Aparecer, Mamãe Metros, Sentimos Diferença, Álbum Bandidos, Cabo Trazer
        pt: Noção Emoções, Juízes Consulta, Ferido Salas, Pensava Avião, Hábitos Deixado
        pl: Juliusz Pędrak, Maurycy Faltyn, Liwia Kozaczuk, Roksana Smykała, Witold Kolonko
        pl: Mikołaj Ciuk, Kamil Dzieża, Natasza Adamów, Witold Kłosowicz, Inga Dziedzina
        pl: Anita Chodak, Bartek Hamerla, Przemysław Drela, Konstanty Tutka, Tobiasz Jarosik
        pl: Wojciech Karczmarz, Prygiel Doradztwo, Szpyt Doradztwo, Barczuk Fundacja
        pl: Friedrich Fundacja, Tyka Grupa, Cierpisz Grupa, Sierżant Projekt, Kusa Projekt
        pl: Nikodem Grupa, Przemysław Fundacja, Leon Wspolnota, Leon Fundacja, Aleks Doradztwo
        pl: Jędrzej Wspolnota, Konrad Doradztwo, Rozalia Projekt, Jarocin Doradztwo
        pl: Gorlice Grupa, Ostrów Wielkopolski Wspolnota, Piotrków Trybunalski Wspolnota
        pl: Szczytno Fundacja, Piła Wspolnota, Kutno Wspolnota, Będzin Projekt, Ducha Projekt
        pl: Decyzję Fundacja, Terenów Fundacja, Spodziewać Wspolnota, Kart Grupa
        pl: Wyjątkiem Grupa, Zarządu Fundacja, Spotkania Projekt, Nosić Grupa, Dłużej Doradztwo
        pl: Zamachu Wspolnota, Napisał Fundacja, Ślub Projekt, Żonę Fundacja
        pl: Wiecznie Wspolnota, Zmienił Wspolnota, Twojego Europejska, Niemieckiej Śmiało
        pl: Grupach Stworzyć, Znasz That, Rasizm Mówić, Sprawiedliwości Niespodzianka
        pl: Znak Pary, Wyspie Pociągu, Międzyczasie Przyjaźni, Względem Męża
        pl: Sprawiedliwość Mało, Premiera Góra
        se: Elisabet Nordström, Lena Söderholm, Jennie Svensson, Anders Johansson
        se: Selma Lundström, Maya Berglund, Tony Eriksson, Anna Li, Alexander Englund
        se: Lars Svantesson, Karin Bäckström, Lilian Blomberg, Elin Bertilsson, Adam Simonsson
        se: Jan Englund, Valborg Singh, Gunnarsson Forening, Wahlström Forening
        se: Krantz Forening, Mohamed Gruppen, Ekman Gruppen, Söderberg Gruppen, Möller Projekt
        se: Wallén Gruppen, Marita Gruppen, Leo Konsult, Noel Projekt, Göran Konsult
        se: Fredrik Gruppen, Bo Gruppen, Liam Konsult, Christina Projekt, Varberg Forvaltning
        se: Västerås Projekt, Trollhättan Projekt, Skellefteå Forvaltning, Umeå Projekt
        se: Skellefteå Gruppen, Uppsala Gruppen, Göteborg Gruppen, Lösa Projekt
        se: Infrastruktur Projekt, Grym Gruppen, Kritisk Gruppen, Dyka Forening
        se: Radion Forening, Gustaf Forening, Gumman Forening, Sömn Konsult
        se: Framför Forvaltning, Hotet Konsult, Kalmar Projekt, Förbjudet Konsult
        se: Innehållet Projekt, Allvar Gruppen, Väger Konsult, Verk Undervisning, Skärmen Volvo
        se: Allmänheten Öppet, Bokat Iallafall, Tekniken Ökade, Drömmar Tummen, Platsen Djur
        se: Landsting Stäng, Idiot Villa, Såklart Domstolen, Lila Avstånd, Dumma Allvarliga
        """

    private static let words = """
        us: Taylor, Delacruz, Shaw, Villanueva, Miller, Spencer, Jensen, Moore, Bradshaw, Garza
        us: Reese, Swanson, Fisher, Adams, Gray, Andrew, Candice, David, James, Christopher
        us: Christopher, Tyler, Raymond, Clarence, gentleman, orleans, william, finest
        us: equipped, norway, cough, reasonable, experiments, sole, cruel, fund, liam, intense
        us: navigation, todd, monday, territories, clouds, parents, closes, pleasure
        us: collaboration, maine, East Sheila, Shannonfurt, Crawfordbury, South Deborahville
        us: Anthonyburgh, Clarkfurt, Cherylstad, Derrickland, Heatherland, Hayesside
        gb: Hall, Patel, Bailey, Sutton, Francis, Thomas, Morris, Warner, Barker, Shaw
        gb: Holloway, Hughes, Peter, Frank, Sheila, Andrew, releases, murder, newton
        gb: celebrated, gospel, reserves, kent, illustrated, strange, establish, predictions
        gb: podcast, effectiveness, fitting, arabia, spike, escaped, crime, locks, freshman
        gb: Lucasland, North Dianafurt, East Kathryn, Lake Clairehaven, South Mathew, Craigport
        gb: North Margaretside, Port Joannehaven, Lake Gregory, Lake Garry, North Lynda
        gb: Mooreberg
        de: Hethur, Gotthard, Albers, Butte, Benthin, Vogt, Tlustek, Mentzel, Birnbaum
        de: Eigenwillig, Schäfer, Bolnbach, Wohlgemut, Kraus, Weinhold, Hardy, Gundi, Rita
        de: Lara, Jovan, Siegrid, Hassan, Robert, Hans-Walter, intensiv, geschenkt, gründlich
        de: weinen, erwähnt, seines, unheimlich, zulässig, fliesst, liefert, bart, stattfindet
        de: liest, dreht, sicher, text, entsprechend, freiwillige, radfahrer, bayern
        de: verhandlungen, methode, university, pfosten, jeans, verwandelt, sklaven, bundesamt
        de: Koblenz, Dieburg, Cottbus, Flöha, Lichtenfels, Soltau, Einbeck, Rathenow, Wittmund
        de: Schongau, Sulzbach-Rosenberg, Rothenburg ob der Tauber
        fr: Barthelemy, Besson, Labbé, Barthelemy, Roy, Sauvage, Briand, Barbier, Roy, Gomez
        fr: Masson, Payet, Jacob, Henry, Lucas, Margot, Stéphanie, Emmanuel, Anastasie
        fr: Zacharie, Suzanne, Bertrand, écoutez, rythme, imaginer, degré, attendent, cristal
        fr: entraîne, presse, innocent, terminer, saisi, respirer, calcul, documentation, sorte
        fr: culturels, grandeur, windows, obligé, destin, collectivité, primaires, Saint Audrey
        fr: Gérard-sur-Vallet, Fontaine-sur-Rivière, Bodin-sur-Bertrand, Maréchal, Bruneau
        fr: Boulanger-sur-Martin, Marie-sur-Mer
        es: Sierra, Agudo, Neira, Valverde, Silva, Múñiz, Armas, Diéguez, Gárate, Aznar
        es: Cantero, Cazorla, Barroso, Pla, Cal, Manuel, Robles, Lucas, Noguera, Flores, Reina
        es: Teresita, Amparo, Amado, Jordi, Teobaldo, Magdalena, Dani, Abraham, María Cristina
        es: Hector, vegetales, pase, jugó, domingos, intercambio, bajando, decide, deuda
        es: sabiendo, propuesta, inversiones, privilegios, rose, elegido, cambiando, deportivas
        es: enlaces, tirado, dices, asistente, creadores, what, piden, cuadrado, Ourense
        es: La Coruña, Santa Cruz de Tenerife, Navarra, Ciudad, Salamanca, Soria, Huelva
        es: Ourense, Cuenca
        it: Scarfoglio, Bottigliero, Barzini, Bergoglio, Chiappetta, Bocca, Passalacqua
        it: Lollobrigida, Mortati, Battaglia, Filippelli, Tiziana, Piergiorgio, Arsenio, Alfio
        it: Gilberto, Serafina, Marina, Barbara, avvenne, sofia, dicendo, acceso, russa
        it: liguria, preparazione, esterno, lasciati, marchio, stronzo, preghiera, giornata
        it: esistenza, trasmesso, giulio, pericolosa, fisico, fatta, rinnovo, pagano, diminuire
        it: vicine, elettrico, sposo, motore, prossimo, guidata, maggioranza, sino, ragazze
        it: interiore, Maniago, Neumarkt, Genga, Libiola, Busachi, Ardali, Tassara, Marliana
        it: Ialmicco
        nl: Everde, Verschut, de Grote, van Breugel, Huisman, de Hoog, Smit, van Bovenen
        nl: Fremie, Rubben, Vrancken, Broekhoven, Mansveld, Brent, Aaliyah, Lenn, Nadia, Finn
        nl: Lisa, Elisa, verwerken, verstaan, wonen, terwijl, verschenen, organiseert, meisje
        nl: functioneren, atelier, bezoekers, kaal, tokio, behalen, gezelligheid, eddie
        nl: opgevoed, premier, steken, inkomen, alberto, vrouwen, hersteld, konijnen, examen
        nl: joop, vangen, wezen, legde, meningen, long, bekendheid, Heinenoord, Nederhemert
        nl: Capelle aan den IJssel, Alteveer gem Hoogeveen, Chaam, Zandvoort, Heerle, Rijswijk
        nl: Papenvoort, Zoetermeer, Goënga, Beekbergen, Beverwijk, Lageland, Bakhuizen
        nl: Drouwenermond
        pt: Ramos, Brito, Coelho, Soares, Leal, Moura, Miranda, Pires, Azevedo, Vaz, Carvalho
        pt: Carneiro, Carvalho, Araújo, Macedo, Vieira, Gaspar, Cruz, Melissa, Duarte, Leandro
        pt: Alexandra, Sebastião, Kevin, Alexandre, afonso, comprou, múltiplos, pedir
        pt: diferente, gelado, estudo, guerras, corinthians, idéia, branco, círculo, interface
        pt: papo, escolar, antônio, cenário, doze, peça, comercial, morro, calça, seios
        pt: sobreviventes, fundamentais, pausa, nicole, próximo, moraes, Guimarães, Esposende
        pt: Torres Novas, Castelo Branco, Fundão, Vila Nova de Santo André, Mealhada, Ermesinde
        pt: Torres Vedras, Porto, Pombal, Miranda do Douro
        pl: Wowra, Giers, Kuśka, Kałwa, Różewicz, Anders, Kurpisz, Prejs, Wywiał, Janka, Hasiak
        pl: Terka, Bazela, Gregorek, Irzyk, Misiurek, Burchardt, Puc, Cezary, Cyprian, Ksawery
        pl: Sebastian, Szymon, miły, spraw, polu, integracji, zawodów, rodziny, korporacji
        pl: historycznych, piętrze, powrocie, granicy, południowego, zwierząt, odebrać, śląsku
        pl: dobrymi, przyjaciółki, radę, zatrzymać, mógłbyś, zajmuje, specjalista, polska
        pl: Chełm, Elbląg, Warszawa, Piła, Starachowice, Czeladź, Poznań, Iława, Marki, Zambrów
        se: Holmström, Sandin, Strand, Aronsson, Larsson, Lindström, Andersson, Hägg, Nilsson
        se: Johansson, Berglund, Svensson, Olsson, Nilsson, Persson, Andersson, Jönsson, Anders
        se: Ronnie, Emil, Marlene, Alex, Christer, Roland, Peter, Elise, djuret, skojar
        se: siffran, dagis, förorten, gubben, glas, stadigt, motala, representera, stöder
        se: västmanland, drag, breda, kommunalt, hemskt, roller, ungar, förlorare, sött, miljö
        se: förändring, livstid, inspirerande, sollentuna, kritiken, likadant, Karlstad
        se: Södertälje, Östersund, Karlskoga, Borlänge, Helsingborg, Göteborg, Örnsköldsvik
        se: Uddevalla, Linköping, Örnsköldsvik, Jönköping
        """
}
