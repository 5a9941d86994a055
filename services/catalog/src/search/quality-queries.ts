import type { SearchType } from '@answerable/contracts/search'

/** Other names of businesses. */
export const aliases: readonly (readonly [business: string, alias: string])[] = [
  ['Volkswagen', 'VW'],
  ['BP', 'British Petroleum'],
  ['Exxon', 'Esso'],
  ['Burger King', 'Hungry Jack’s'],
  ['Coors Brewing Company', 'Molson Coors'],
  ['General Electric', 'GE'],
  ['Nestlé', 'Нестле'],
  ['Crompton Mining', 'Black Fell Colliery'],
]

/** Owners, which have no submissions of their own. */
export const owners: readonly { name: string; owns: readonly string[] }[] = [
  { name: 'Yum! Brands', owns: ['Taco Bell'] },
  { name: 'Hasbro', owns: ['Dungeons & Dragons Open Game License change'] },
  { name: 'Electronic Arts', owns: ['Star Wars Battlefront II loot boxes'] },
  { name: 'Restaurant Brands International', owns: ['Burger King'] },
  { name: 'News Corp', owns: ['The Sun'] },
  { name: 'Blackstone', owns: ['SeaWorld', 'Ackroyd Water'] },
  { name: 'Нордвест Капитал', owns: ['Каравелла Энергосбыт'] },
  { name: 'Aurelia Capital', owns: ['Maddox Foods Inc.', 'Redwood Fisheries Ltd'] },
]

export type QualityQuery = {
  kind: string
  q: string
  /** The target name of a submission, or the name of a business. */
  expected: string
  type: SearchType
}

type Pairs = readonly (readonly [q: string, expected: string])[]

const queries = (kind: string, found: { boycotts?: Pairs; businesses?: Pairs }): QualityQuery[] =>
  (['boycotts', 'businesses'] as const).flatMap((type) =>
    (found[type] ?? []).map(([q, expected]) => ({ kind, q, expected, type })),
  )

/** 80 queries over the demo content and the generated entries, each with its best result. */
export const qualityQueries: readonly QualityQuery[] = [
  ...queries('exact name', {
    boycotts: [
      ['Montgomery City Lines', 'Montgomery City Lines'],
      ['The Sun', 'The Sun'],
      ['BP', 'BP'],
      ['Ackroyd Water', 'Ackroyd Water'],
    ],
    businesses: [
      ['Dow Chemical', 'Dow Chemical'],
      ['Bristol Omnibus Company', 'Bristol Omnibus Company'],
    ],
  }),
  ...queries('one or two letters wrong', {
    boycotts: [
      ['Tacco Bell', 'Taco Bell'],
      ['Tallahasee Cities Transit', 'Tallahassee Cities Transit'],
      ['Wells Fagro', 'Wells Fargo'],
      ['Akroyd Water', 'Ackroyd Water'],
      ['Exon', 'Exxon'],
      ['Montgomry City Lines', 'Montgomery City Lines'],
      ['Royal Duch Shell', 'Royal Dutch Shell'],
    ],
    businesses: [
      ['Volkswagon', 'Volkswagen'],
      ['Hofstatter Speditoin', 'Hofstätter Spedition'],
      ['Каравела Энергосбыт', 'Каравелла Энергосбыт'],
    ],
  }),
  ...queries('without accents, in another case', {
    boycotts: [['nestle', 'Nestlé']],
    businesses: [
      ['BREHAT FROMAGERIE', 'Bréhat Fromagerie SARL'],
      ['zubrowka lesna meble', 'Żubrówka Leśna Meble'],
      ['konigsberger kaffeerosterei', 'Königsberger Kaffeerösterei'],
      ['mazatlan zurbaran', 'Mazatlán & Zurbarán Editorial'],
      ['YILDIZ SIGORTA', 'Yıldız Sigorta'],
      ['SJOSTROM MEJERI', 'Sjöström Mejeri'],
    ],
  }),
  ...queries('another script', {
    boycotts: [
      ['ΑΡΤΕΜΙΣ ΕΚΔΟΣΕΙΣ', 'Άρτεμις Εκδόσεις & Υιοί'],
      ['ألبان القدس', 'شركة ألبان القدس'],
      ['설악 항공', '설악 항공'],
      ['ดอกบัวพลังงาน', 'ดอกบัวพลังงาน'],
    ],
    businesses: [
      ['королев пивоварня', 'Королёв Пивоварня'],
      ['אופק מאפייה', 'אופק מאפייה'],
      ['अन्नपूर्णा परिवहन', 'अन्नपूर्णा परिवहन'],
      ['黄鹤化工', '黄鹤化工'],
      ['白樺不動産', '有限会社白樺不動産'],
    ],
  }),
  ...queries('alias', {
    boycotts: [
      ['VW', 'Volkswagen'],
      ['esso', 'Exxon'],
      ['molson coors', 'Coors Brewing Company'],
      ['нестле', 'Nestlé'],
    ],
    businesses: [
      ['British Petroleum', 'BP'],
      ['hungry jacks', 'Burger King'],
      ['GE', 'General Electric'],
      ['black fell colliery', 'Crompton Mining'],
    ],
  }),
  ...queries('owner', {
    boycotts: [
      ['yum brands', 'Taco Bell'],
      ['hasbro', 'Dungeons & Dragons Open Game License change'],
      ['Electronic Arts', 'Star Wars Battlefront II loot boxes'],
      ['news corp', 'The Sun'],
    ],
    businesses: [
      ['restaurant brands international', 'Burger King'],
      ['blackstone seaworld', 'SeaWorld'],
      ['aurelia foods', 'Maddox Foods Inc.'],
      ['нордвест капитал', 'Каравелла Энергосбыт'],
    ],
  }),
  ...queries('place', {
    boycotts: [
      ['Casablanca', 'Centrale Danone, Sidi Ali and Afriquia'],
      ['wolfsburg', 'Volkswagen'],
      ['lough mask', 'Captain Charles Boycott'],
      ['merseyside newspaper', 'The Sun'],
      ['vevey switzerland', 'Nestlé'],
      ['granna rederi orebro', 'Lövgren & Gränna Rederi Aktiebolag'],
      ['мясокомбинат медведь петербург', 'ЗАО Медведь Мясокомбинат'],
      ['横浜 月見製菓', '月見製菓'],
    ],
  }),
  ...queries('phrase of the reasons', {
    boycotts: [
      ['"breast milk"', 'Nestlé'],
      ['deepwater horizon blowout', 'BP'],
      ['"eleven million gallons"', 'Exxon'],
      ['polygraph tests job applicants', 'Coors Brewing Company'],
      ['"one-penny fare rise"', 'Public Utility Transport Corporation'],
      ['"pensioners were charged hidden fees since the privatisation"', 'Goldcrest Telecom Inc.'],
      ['seamstresses were denied refunds until a newspaper investigated', 'Bancroft Brewery Ltd'],
      ['хлебозавод "лишились доступа к воде вопреки решению суда" дон', 'ПАО Тихий Дон Хлебозавод'],
    ],
  }),
  ...queries('beginning of the last word', {
    boycotts: [
      ['wells far', 'Wells Fargo'],
      ['captain charles boy', 'Captain Charles Boycott'],
      ['salinas valley let', 'Salinas Valley lettuce'],
      ['hofstätter sped', 'Hofstätter Spedition'],
    ],
    businesses: [
      ['volksw', 'Volkswagen'],
      ['seaw', 'SeaWorld'],
      ['cobblestone rail', 'Cobblestone Railways Corp.'],
      ['северное сияние сах', 'Северное Сияние Сахар'],
    ],
  }),
  ...queries('a word excluded', {
    boycotts: [
      ['shell -royal', 'LEGO and Shell co-branding'],
      ['buses -baton -bristol', 'Montgomery City Lines'],
      ['farm workers -lettuce', 'California table grapes'],
      ['oil spill -valdez', 'BP'],
      ['tanner bank -group', 'Tanner Bank'],
      ['fitzgerald railways -"cape town"', 'Fitzgerald & Clearwater Railways'],
    ],
    businesses: [
      ['hazelwood motors -sons', 'Hazelwood Motors'],
      ['maddox hotels -bradshaw', 'Maddox Hotels'],
    ],
  }),
]
