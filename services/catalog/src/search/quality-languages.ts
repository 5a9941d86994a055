/** Words from which quality-corpus.ts makes the names, places and reasons of one language. */
export type Language = {
  /** Number of submissions. */
  count: number
  /** Order of stem, trade and legal form in a name. */
  pattern: string
  stems: readonly string[]
  trades: readonly string[]
  /** Legal forms. */
  forms: readonly string[]
  places: readonly string[]
  /** Subjects, predicates and circumstances of the sentences of the reasons. */
  sentences: readonly (readonly string[])[]
  /** Between words, and at the end of a sentence. */
  gap: string
  end: string
}

type Lists = {
  pattern?: string
  stems: string
  trades: string
  forms: string
  places: string
  sentences: readonly string[]
  gap?: string
  end?: string
}

/** Every list is one text, its entries separated by bars. */
export const language = (count: number, lists: Lists): Language => ({
  count,
  pattern: lists.pattern ?? 'S T F',
  stems: lists.stems.split('|'),
  trades: lists.trades.split('|'),
  forms: lists.forms.split('|'),
  places: lists.places.split('|'),
  sentences: lists.sentences.map((list) => list.split('|')),
  gap: lists.gap ?? ' ',
  end: lists.end ?? '. ',
})

const english = language(4_000, {
  stems:
    'Abbott|Ackroyd|Aldridge|Ashworth|Atherton|Bancroft|Barlow|Beaumont|Bellamy|Birchwood|Blackwater|Bluestone|Bradshaw|Bridgeport|Brightwell|Calder|Cartwright|Chadwick|Clearwater|Cobblestone|Copperfield|Crestview|Crompton|Dalton|Davenport|Drummond|Eastgate|Ellsworth|Evergreen|Fairbanks|Fairfax|Falconer|Farnham|Fenwick|Fitzgerald|Foxglove|Galloway|Garrick|Glenmore|Goldcrest|Granger|Greenfield|Greystone|Hadley|Halcyon|Hallmark|Hammond|Harcourt|Hargreaves|Harrington|Hathaway|Hawthorne|Hazelwood|Hollister|Holloway|Huntley|Ironbridge|Jarvis|Kendrick|Kensington|Kingfisher|Kingsley|Lakeshore|Langford|Larkspur|Lockwood|Longfellow|Maddox|Maplewood|Marlowe|Mayfield|Meridian|Millbrook|Montrose|Moorland|Northwind|Oakridge|Osborne|Paramount|Pemberton|Penrose|Pinewood|Prescott|Quicksilver|Radcliffe|Ravenscroft|Redwood|Ridgeway|Rosewood|Rutherford|Saltmarsh|Sandstone|Seabright|Sheffield|Silverlake|Somerset|Stanhope|Sterling|Stonebridge|Summerfield|Sunderland|Sycamore|Tanner|Thistledown|Thornton|Tremont|Underhill|Wakefield|Waverley|Wellington|Westbrook|Whitaker|Whitmore|Wildflower|Winslow|Woodbury|Wyndham|Yarrow|Yorkshire',
  trades:
    'Foods|Logistics|Airlines|Bank|Bakery|Brewery|Energy|Pharmaceuticals|Textiles|Media|Motors|Insurance|Telecom|Dairy|Coffee Roasters|Apparel|Hotels|Software|Mining|Timber|Fisheries|Water|Railways|Chemicals|Toys|Cosmetics|Furniture|Publishing|Supermarkets|Seeds|Shipping|Sportswear',
  forms: 'Inc.|Ltd|LLC|plc|Corp.|& Sons|Group|Holdings',
  places:
    'Leeds, United Kingdom|Glasgow, Scotland|Cork, Ireland|Boston, Massachusetts, USA|Denver, Colorado, USA|Portland, Oregon, USA|Atlanta, Georgia, USA|Toronto, Canada|Vancouver, Canada|Melbourne, Australia|Perth, Australia|Auckland, New Zealand|Cape Town, South Africa|Lagos, Nigeria|Nairobi, Kenya|Singapore|Mumbai, India|Worldwide|Phoenix, Arizona, USA|Cardiff, Wales',
  sentences: [
    'Warehouse pickers|Night cleaners|Delivery riders|Seasonal workers|Call centre staff|Apprentices|Small suppliers|Tenants of the company|Patients|Customers with disabilities|Neighbours of the plant|Pensioners|Cabin crews|Subcontractors|Cocoa farmers|Dairy farmers|Seamstresses|Whistleblowers|Volunteer moderators|Local councils|Fishing families|Independent repair shops|Former employees|School canteens|Union stewards',
    'were paid below the minimum wage|were charged hidden fees|were dismissed by text message|lost their pension rights|were denied refunds|were exposed to asbestos dust|were refused parental leave|were locked out of their accounts|were monitored by hidden cameras|were sold mislabelled products|received contaminated tap water|were misled about carbon emissions|had their data sold to advertisers|were threatened with lawsuits|waited months for overdue invoices|were forced into arbitration|worked fourteen hours without a break|were evicted at short notice|were blamed for a recall|were offered vouchers instead of compensation|were banned from speaking to journalists|received expired medicine|were overcharged for spare parts|lost access to the riverbank|were replaced by contractors',
    'after the merger|during the heatwave|for eleven years|while executives took record bonuses|according to a parliamentary inquiry|in spite of a court order|until a newspaper investigated|across three continents|in the run-up to Christmas|although an audit had warned of it|before the factory fire|under a secret agreement|since the privatisation|at two thirds of its sites|and the regulator did nothing|when the contract was renewed|throughout the pandemic|on the advice of consultants|despite earlier promises|as leaked letters show',
  ],
})

const german = language(700, {
  stems:
    'Müller|Schäfer|Köhler|Bäumler|Großmann|Weiß|Krüger|Schröder|Jäger|Königsberger|Lindenhof|Rheinblick|Nordstern|Sonnenberg|Waldviertler|Bergmann|Hofstätter|Brückner|Zöllner|Vögele|Steinbach|Kaltenbrunn|Eichwald|Falkenstein|Hüttenmeister|Morgenroth|Silbermann|Tannhäuser|Ährenfeld|Überland',
  trades:
    'Bäckerei|Brauerei|Molkerei|Versicherung|Möbel|Spedition|Fleischwaren|Energieversorgung|Verlag|Drogerie|Maschinenbau|Getränke|Reisebüro|Kaffeerösterei|Süßwaren',
  forms: 'GmbH|AG|GmbH & Co. KG|KG',
  places:
    'Köln, Deutschland|München, Deutschland|Leipzig, Deutschland|Zürich, Schweiz|Wien, Österreich|Graz, Österreich|Lübeck, Deutschland|Düsseldorf, Deutschland',
  sentences: [
    'Die Beschäftigten|Langjährige Mieter|Viele Zulieferer|Kundinnen und Kunden|Die Anwohner|Auszubildende|Leiharbeiter|Kleine Händler',
    'warten seit Monaten auf ihren Lohn|wurden über Schadstoffe getäuscht|zahlen überhöhte Gebühren|verloren ihren Kündigungsschutz|bekamen verdorbene Ware|werden heimlich überwacht|durften keinen Betriebsrat gründen|erhalten keine Entschädigung',
    'trotz eines Gerichtsurteils|seit der Übernahme|während der Vorstand Prämien erhielt|obwohl das Amt gewarnt hatte|an mehreren Standorten|ohne jede Begründung',
  ],
})

const french = language(700, {
  stems:
    'Lefèvre|Beauséjour|Château-Rouge|Côte d’Opale|Durand|Étoile|Forêt-Noire|Gérard|Hérault|Île-Verte|Jardin d’Été|Laînier|Mélusine|Noël|Océane|Pâquerette|Quévert|Rivière|Sainte-Foy|Théâtre|Uzès|Val de Loire|Bréhat|Crécy|Fougère',
  trades:
    'Boulangerie|Assurances|Fromagerie|Cosmétiques|Télécoms|Eaux Minérales|Énergie|Transports|Éditions|Vêtements|Hôtels|Crémerie|Chaussures|Distribution',
  forms: 'SA|SARL|SAS|& Cie',
  places:
    'Lyon, France|Saint-Étienne, France|Nîmes, France|Genève, Suisse|Liège, Belgique|Montréal, Canada|Orléans, France|Abidjan, Côte d’Ivoire',
  sentences: [
    'Les salariés|Les riverains de l’usine|Les producteurs de lait|Les abonnés|Les intérimaires|Les familles expulsées|Les petits éditeurs',
    'ont été licenciés sans préavis|respirent des poussières toxiques|sont payés sous le salaire minimum|attendent leur remboursement|ont été trompés sur l’étiquetage|subissent des frais cachés|sont filmés à leur insu|n’ont pas reçu d’indemnités',
    'depuis la fusion|malgré une décision de justice|pendant la canicule|alors que les actionnaires touchaient des dividendes|selon une enquête parlementaire|dans cinq départements',
  ],
})

const spanish = language(600, {
  stems:
    'Peña Blanca|Río Dulce|Muñoz|Ibáñez|Corazón|San Andrés|Cañaveral|Núñez|El Águila|Bolívar|Estrella Polar|Jerónimo|La Montaña|Güell|Sierra Nevada|Altamira|Mazatlán|Querétaro|Zurbarán|Fénix',
  trades:
    'Panadería|Aerolíneas|Lácteos|Seguros|Cervecería|Minería|Telecomunicaciones|Jamones|Muebles|Azucarera|Editorial|Aguas',
  forms: 'S.A.|S.L.|S.A. de C.V.|e Hijos',
  places:
    'Málaga, España|Bogotá, Colombia|Ciudad de México, México|Córdoba, Argentina|La Coruña, España|Asunción, Paraguay|Valparaíso, Chile',
  sentences: [
    'Los jornaleros|Las costureras|Los vecinos de la mina|Los clientes|Los repartidores|Los pequeños agricultores',
    'cobran menos del salario mínimo|perdieron el acceso al agua|fueron despedidos sin aviso|pagan comisiones ocultas|trabajan sin contrato|denunciaron publicidad engañosa|no recibieron indemnización',
    'desde la privatización|pese a una sentencia firme|durante la pandemia|según una auditoría|en tres provincias|antes de Navidad',
  ],
})

const portuguese = language(300, {
  stems:
    'São Bento|Conceição|Três Irmãos|Gonçalves|Magalhães|Açucena|Pão de Ouro|Ilhéus|Guimarães|Paranaguá|Estação Norte|Coração|Mãe Terra|Araújo',
  trades: 'Padaria|Laticínios|Seguros|Cafés|Mineração|Linhas Aéreas|Calçados|Confecções|Bebidas',
  forms: 'S.A.|Ltda|Lda|e Filhos',
  places: 'São Paulo, Brasil|Lisboa, Portugal|Belém, Brasil|Goiânia, Brasil|Évora, Portugal',
  sentences: [
    'Os trabalhadores rurais|As comunidades ribeirinhas|Os entregadores|Os consumidores|As funcionárias',
    'recebem menos que o salário mínimo|perderam suas casas|foram demitidos sem aviso|pagam tarifas ocultas|bebem água contaminada|não receberam indenização',
    'desde a privatização|apesar de uma decisão judicial|segundo uma investigação|durante a seca|em cinco estados',
  ],
})

const italian = language(300, {
  stems:
    'Bellavista|Rossi e Nipoti|Città Alta|Monteverde|Sant’Agata|Laguna Blu|Bianchini|Perù Caffè|Marchetti|Vesuvio|Fiordaliso|Trastevere|Colombara',
  trades: 'Pastificio|Assicurazioni|Calzature|Trasporti|Acque|Dolciaria|Moda|Elettrodomestici|Vini',
  forms: 'S.p.A.|S.r.l.|S.n.c.',
  places: 'Torino, Italia|Forlì, Italia|Bari, Italia|Lugano, Svizzera|Cagliari, Italia',
  sentences: [
    'Gli operai|I braccianti|Le commesse|I residenti|I piccoli fornitori',
    'sono pagati in nero|respirano fumi tossici|attendono il rimborso|hanno perso il lavoro senza preavviso|pagano costi nascosti|sono sorvegliati di nascosto',
    'dopo la fusione|nonostante una sentenza|durante l’estate|secondo un’inchiesta|in quattro regioni',
  ],
})

const polish = language(300, {
  stems:
    'Żubrówka Leśna|Łąkowa|Świętokrzyska|Źródło|Gąsiorowski|Wróblewski|Złoty Kłos|Śnieżka|Dąbrowa|Jaskółka|Kościuszko|Bałtyk|Pszczółka',
  trades: 'Piekarnia|Mleczarnia|Ubezpieczenia|Browar|Odzież|Meble|Kopalnia|Wydawnictwo|Uzdrowisko',
  forms: 'S.A.|Sp. z o.o.|S.K.A.',
  places: 'Łódź, Polska|Kraków, Polska|Gdańsk, Polska|Wrocław, Polska|Białystok, Polska',
  sentences: [
    'Pracownicy|Mieszkańcy osiedla|Drobni rolnicy|Klienci|Kurierzy',
    'nie dostali wypłaty|oddychają pyłem|płacą ukryte opłaty|zostali zwolnieni bez wypowiedzenia|stracili dostęp do wody|byli potajemnie nagrywani',
    'od czasu przejęcia|mimo wyroku sądu|podczas upałów|według kontroli|w trzech województwach',
  ],
})

const swedish = language(200, {
  stems:
    'Björkö|Åkerlund|Älvdalen|Österlen|Sjöström|Norrsken|Gränna|Lövgren|Fjällräven Norr|Västkust|Håkansson',
  trades: 'Bageri|Mejeri|Försäkring|Möbler|Rederi|Bryggeri|Kläder|Skogsbruk',
  forms: 'AB|Aktiebolag|& Söner',
  places: 'Göteborg, Sverige|Malmö, Sverige|Umeå, Sverige|Örebro, Sverige|Turku, Finland',
  sentences: [
    'De anställda|Renskötare|Hyresgäster|Kunderna|Skogsägare',
    'fick ingen ersättning|betalar dolda avgifter|utsattes för gifter|sades upp utan varsel|övervakas i smyg',
    'sedan uppköpet|trots en dom|under sommaren|enligt en granskning|på flera orter',
  ],
})

const turkish = language(200, {
  stems:
    'Yıldız|Güneşli|Çınar|Şahin|Işıklar|Öztürk|Karadeniz|İpekyolu|Ağaoğlu|Doğuş Irmak|Kırmızıgül',
  trades: 'Gıda|Sigorta|Tekstil|Turizm|Madencilik|Mobilya|Süt Ürünleri|Enerji',
  forms: 'A.Ş.|Ltd. Şti.|Holding',
  places: 'İstanbul, Türkiye|Eskişehir, Türkiye|İzmir, Türkiye|Diyarbakır, Türkiye|Muğla, Türkiye',
  sentences: [
    'İşçiler|Köylüler|Müşteriler|Kuryeler|Kiracılar',
    'aylardır maaş alamıyor|zehirli dumana maruz kaldı|gizli ücret ödüyor|habersiz işten çıkarıldı|tazminat alamadı',
    'birleşmeden sonra|mahkeme kararına rağmen|yaz boyunca|denetim raporuna göre|üç ilde',
  ],
})

export const latinLanguages = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  polish,
  swedish,
  turkish,
]
