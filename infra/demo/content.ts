import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectEmbed } from '@answerable/contracts/embed'
import { category } from '@answerable/contracts/submissions'
import * as z from 'zod/mini'
import { mulberry32 } from './random.ts'

const boycotts = z.array(
  z.object({
    targetName: z.string(),
    location: z.string(),
    category,
    reasons: z.string(),
    sources: z.string(),
  }),
)
const comments = z.record(z.string(), z.array(z.string()))

export type DemoMember = { id: string; username: string; email: string; joinedAt: Date }
type DemoVote = { memberId: string; value: 1 | -1; createdAt: Date }
type DemoComment = { id: string; authorId: string; content: string; createdAt: Date }
export type DemoSubmission = z.output<typeof boycotts>[number] & {
  id: string
  authorId: string
  createdAt: Date
  embed: ReturnType<typeof detectEmbed>
  votes: DemoVote[]
  comments: DemoComment[]
}
export type DemoContent = { members: DemoMember[]; submissions: DemoSubmission[] }

const memberCount = 180
const hourMilliseconds = 3_600_000

/**
 * The documented boycotts as a young site would have them: proposed over the last five weeks, voted and
 * commented on by demo accounts. The same every time but for `now`.
 */
export const demoContent = (now: Date): DemoContent => {
  const random = mulberry32(19_551_201)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const members = Array.from({ length: memberCount }, (_, index) => memberOf(index, now))
  const commentsOf = comments.parse(readJson('comments.json'))
  const submissions = shuffled(boycotts.parse(readJson('historic-boycotts.json')), random).map(
    (boycott, index) => {
      // Squared, so that the latest days are the fullest, as on a site that grows.
      const ageHours = 0.4 + (index / 37) ** 2 * 35 * 24
      const createdAt = new Date(now.getTime() - ageHours * hourMilliseconds)
      const reach = Math.min(1, 0.3 + ageHours / 150) * (0.1 + random() ** 2 * 0.9)
      const approval = 0.55 + random() * 0.42
      return {
        ...boycott,
        id: shortId(boycott.targetName),
        authorId: pick(members).id,
        createdAt,
        embed: detectEmbed(boycott.sources),
        votes: members
          .filter(() => random() < reach)
          .map(
            (member, place, voters): DemoVote => ({
              memberId: member.id,
              value: random() < approval ? 1 : -1,
              createdAt: new Date(
                createdAt.getTime() +
                  ((place + 0.5) / voters.length) * ageHours * hourMilliseconds * 0.9,
              ),
            }),
          ),
        comments: (commentsOf[boycott.targetName] ?? []).map((content, place, all) => ({
          id: uuidOf(content),
          authorId: pick(members).id,
          content,
          createdAt: new Date(
            createdAt.getTime() + ((place + 0.5) / all.length) * ageHours * hourMilliseconds * 0.9,
          ),
        })),
      }
    },
  )
  return { members, submissions }
}

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

const adjectives = 'amber brisk calm dry early fair gentle hazel idle keen lucid mild'.split(' ')
const nouns =
  'alder birch cedar dune elm fern grove heron inlet juniper kestrel linden meadow nettle otter'.split(
    ' ',
  )

/** The first accounts are the oldest; all are older than the first proposal. */
const memberOf = (index: number, now: Date): DemoMember => {
  const adjective = adjectives[index % adjectives.length]
  const noun = nouns[Math.floor(index / adjectives.length) % nouns.length]
  const username = `${adjective}-${noun}`
  const joinedAt = new Date(
    now.getTime() - (36 + (memberCount - index) / 2) * 24 * hourMilliseconds,
  )
  return { id: uuidOf(username), username, email: `${username}@demo.invalid`, joinedAt }
}

const digest = (text: string): Buffer => createHash('sha256').update(`demo ${text}`).digest()

/** The id of a demo submission. */
export const shortId = (name: string): string =>
  digest(name)
    .toString('base64')
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, 8)

/** A version 8 UUID (RFC 9562) made of a hash. */
export const uuidOf = (text: string): string => {
  const hex = digest(text).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)
