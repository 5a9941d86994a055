import type { Db } from '@answerable/service-kit/db'
import { shortId, uuidOf } from './content.ts'
import type { HoursAgo } from './hours-ago.ts'
import { insert } from './insert.ts'

/** The texts of the comments that are flagged or decided on. */
export const talk = {
  threat:
    'Whoever still drives one should lock it at night, @amber-linden. I know some of the streets.',
  bluntness: 'Five thousand people opened those accounts, and none of them can count to ten.',
  joke: 'Anybody who paid that price for a pot of cheese is a fool.',
  advertisement:
    'The same shoes for a third of the price: [Sole Bargains](https://soles.example). Use the code **SOLE10** until Sunday.',
  address: 'The man who wrote that rule lives at 14 Orchard Row. Ring the bell and ask him.',
  /** Of the documented content. */
  song: 'Is a song a boycott? It changed what people booked, so I vote yes.',
} as const

type TalkComment = {
  targetName: string
  /** The text of the first comment of the thread. */
  replyTo?: string
  author: string
  content: string
  mentions?: readonly string[]
  hoursAgo: number
}

const instruments = 'Found by a small group at a university with a car full of instruments.'

const comments: readonly TalkComment[] = [
  {
    ...{ targetName: 'Volkswagen', replyTo: instruments, author: 'hazel-fern', hoursAgo: 32 },
    content: 'Which university was it? I would like to read the study.',
  },
  {
    ...{ targetName: 'Volkswagen', replyTo: instruments, author: 'lucid-fern', hoursAgo: 28 },
    content:
      'West Virginia University, in 2014. @amber-linden may have the title; I only have the figures:\n\n- 15 to 35 times the limit in one car\n- 5 to 20 times in the other',
    mentions: ['amber-linden'],
  },
  {
    ...{ targetName: 'Volkswagen', replyTo: instruments, author: 'dry-kestrel', hoursAgo: 23 },
    content: talk.threat,
    mentions: ['amber-linden'],
  },
  {
    ...{ targetName: 'Wells Fargo', author: 'amber-linden', hoursAgo: 90 },
    content: talk.bluntness,
  },
  { ...{ targetName: 'Cottage cheese', author: 'brisk-elm', hoursAgo: 28 }, content: talk.joke },
  { ...{ targetName: 'Nike', author: 'early-nettle', hoursAgo: 9 }, content: talk.advertisement },
  { ...{ targetName: 'Taco Bell', author: 'idle-birch', hoursAgo: 6 }, content: talk.address },
  {
    ...{ targetName: 'Nestlé', author: 'gentle-heron', hoursAgo: 4 },
    content: '@amber-linden, you proposed this: is there a report for last year already?',
    mentions: ['amber-linden'],
  },
]

/** Adds the comments that members flag and administrators decide on, and replies to the sample member. */
export const seedTalk = async (db: Db, before: HoursAgo): Promise<void> => {
  await insert(
    db,
    'catalog.comments',
    comments.map(({ targetName, replyTo, author, content, hoursAgo }) => ({
      id: uuidOf(content),
      submission_id: shortId(targetName),
      author_id: uuidOf(author),
      content,
      created_at: before(hoursAgo),
      parent_id: replyTo === undefined ? null : uuidOf(replyTo),
      root_id: replyTo === undefined ? null : uuidOf(replyTo),
    })),
  )
  await insert(
    db,
    'catalog.mentions',
    comments.flatMap(({ content, mentions = [] }) =>
      mentions.map((name) => ({ comment_id: uuidOf(content), user_id: uuidOf(name) })),
    ),
  )
}
