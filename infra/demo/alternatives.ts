import type { Db } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'

type DemoAlternative = {
  targetName: string
  name: string
  link?: string
  by: string
  hoursAgo: number
  /** The members who have marked it as helpful. */
  marks: readonly string[]
  flag?: { by: string; reason: string }
}

const alternatives: readonly DemoAlternative[] = [
  {
    targetName: 'Montgomery City Lines',
    name: 'Car pools of the Montgomery Improvement Association',
    by: 'mild-fern',
    hoursAgo: 70,
    marks: ['keen-grove', 'fair-elm', 'calm-dune'],
  },
  {
    targetName: 'Montgomery City Lines',
    name: 'Walking, as most did for 381 days',
    by: 'keen-grove',
    hoursAgo: 60,
    marks: ['mild-fern'],
  },
  {
    targetName: 'Nestlé',
    name: 'Breast milk banks of hospitals',
    link: 'https://europeanmilkbanking.com/',
    by: 'fair-elm',
    hoursAgo: 48,
    marks: ['mild-fern', 'calm-dune'],
  },
  {
    targetName: 'Canned tuna caught on dolphins',
    name: 'Tuna caught by pole and line',
    link: 'https://ipnlf.org/',
    by: 'calm-dune',
    hoursAgo: 30,
    marks: ['keen-grove', 'amber-linden'],
  },
  {
    targetName: 'Canned tuna caught on dolphins',
    name: 'My shop: tuna at half price',
    link: 'https://shop.example.org/tuna',
    by: 'amber-linden',
    hoursAgo: 5,
    marks: [],
    flag: { by: 'fair-elm', reason: 'An advertisement.' },
  },
]

/** What members propose to use instead, with marks and one flag. */
export const seedAlternatives = async (db: Db, before: HoursAgo): Promise<void> => {
  for (const { targetName, name, link = null, by, hoursAgo, marks, flag } of alternatives) {
    const id = uuidOf(`alternative ${name}`)
    await db.query(
      `INSERT INTO catalog.alternatives (id, submission_id, author_id, name, link, match_key,
         helpful_count, flag_count, created_at)
       VALUES ($1, $2, $3, $4, $5, catalog.match_key($4), $6, $7, $8)`,
      [
        id,
        shortId(targetName),
        uuidOf(by),
        name,
        link,
        marks.length,
        flag === undefined ? 0 : 1,
        before(hoursAgo),
      ],
    )
    if (marks.length > 0) {
      await insert(
        db,
        'catalog.alternative_marks',
        marks.map((member) => ({
          alternative_id: id,
          user_id: uuidOf(member),
          created_at: before(hoursAgo - 1),
        })),
      )
    }
    if (flag !== undefined) {
      await insert(db, 'catalog.alternative_flags', [
        {
          id: uuidOf(`flag ${name}`),
          user_id: uuidOf(flag.by),
          alternative_id: id,
          reason_code: 'spam',
          reason: flag.reason,
          flagged_text: `${name}\n${link}`,
          created_at: before(1),
        },
      ])
    }
  }
}
