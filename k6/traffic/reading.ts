import type { Submission } from '@answerable/contracts/submissions'
import { sleep } from 'k6'
import { call, callTogether, newVisitor, type Person } from './call.ts'

const feedPath = (sort: 'hot' | 'new' | 'top', page = 1) =>
  `/api/boycotts?page=${page}&limit=30&sort=${sort}`

/** A visit: the page, the feed, some submissions with their comments, and the feed again. */
export const visit = (visitor: Person = newVisitor()): void => {
  call(visitor, { method: 'GET', path: '/', name: 'page' })
  const feed = call(visitor, { method: 'GET', path: feedPath('hot'), name: 'feed' })
  if (feed.status !== 200) return
  const rows = feed.json() as Submission[]
  for (let read = 0; read < 2; read += 1) {
    think()
    const row = rows[Math.floor(Math.random() ** 2 * rows.length)]
    if (row !== undefined) readSubmission(visitor, row.id)
  }
  think()
  call(visitor, {
    method: 'GET',
    path: feedPath('hot'),
    name: 'feed again',
    etag: feed.headers.Etag,
  })
  const isCurious = Math.random() < 0.2
  if (!isCurious) return
  think()
  call(visitor, { method: 'GET', path: feedPath('top'), name: 'feed' })
  call(visitor, { method: 'GET', path: feedPath('new', 2), name: 'feed' })
}

const readSubmission = (visitor: Person, id: string): void => {
  callTogether([
    [visitor, { method: 'GET', path: `/api/boycotts/${id}`, name: 'submission' }],
    [visitor, { method: 'GET', path: `/api/boycotts/${id}/comments`, name: 'comments' }],
  ])
}

/** A short reading time. */
const think = (): void => sleep(0.2 + Math.random() * 0.8)
