import type { Submission } from '@answerable/contracts/submissions'
import { call, callTogether, expected, newVisitor, type Person } from './call.ts'
import { signInMembers } from './members.ts'

const rowsOnPage = 30
const atOnce = 20

/** Creates one submission by each member; returns the ids. */
export const submitOneEach = (authors: readonly Person[]): string[] => {
  const ids: string[] = []
  for (let at = 0; at < authors.length; at += atOnce) {
    const responses = callTogether(
      authors
        .slice(at, at + atOnce)
        .map((author, index) => [
          author,
          { method: 'POST', path: '/api/boycotts', name: 'submit', body: proposal(at + index) },
        ]),
    )
    ids.push(...responses.map((response) => submissionIn(expected(response, 'submitting')).id))
  }
  return ids
}

/** Makes sure that the feed has a full page, with comments. */
export const fillFeed = (): void => {
  const feed = call(newVisitor(), { method: 'GET', path: '/api/boycotts', name: 'feed' })
  const rows = expected(feed, 'the feed').json() as Submission[]
  if (rows.length >= rowsOnPage) return
  const authors = signInMembers(rowsOnPage - rows.length)
  const ids = submitOneEach(authors)
  callTogether(authors.map((author, at) => [author, commentOn(ids[at] ?? '')]))
}

export const commentOn = (id: string) => ({
  method: 'POST' as const,
  path: `/api/boycotts/${id}/comments`,
  name: 'comment',
  body: { content: 'They said in May that they would answer, and they have not answered yet.' },
})

export const submissionIn = (response: { json: () => unknown }): Submission =>
  response.json() as Submission

export const proposal = (number: number) => ({
  targetName: `Anvil Works ${number + 1}`,
  location: 'Springfield',
  category: 'business',
  reasons:
    'It sells anvils that fall on the wrong people. Three towns have asked for a recall since last spring, and it has answered none of them.',
})
