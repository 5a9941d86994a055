import { randomUUID } from 'node:crypto'
import {
  applyBusinessChange,
  applySuggestionDecision,
} from '@answerable/contracts/business-decisions'
import { applyBusinessMerge, applyBusinessUnmerge } from '@answerable/contracts/business-merges'
import { readBusiness, suggestChange } from '@answerable/contracts/businesses'
import { errorBody } from '@answerable/contracts/errors'
import { submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'
import { type BareTestService, newMember } from '@answerable/service-kit/testing/service'
import type { BusinessOperation, BusinessOutcome } from './business-model.ts'
import { decide, proposal } from './fixtures.ts'

/** What the clients of a run know. */
export type BusinessRun = {
  names: readonly string[]
  /** Ids that clients have seen, and a slug of each business. */
  submissions: string[]
  slugs: Map<string, string>
  suggestions: string[]
  /** The business of a slug, which never changes. */
  idOf: (slug: string) => Promise<string | undefined>
}

const voters = Array.from({ length: 4 }, () => newMember())
const byModeration = { issuer: 'moderation' } as const

/** Different spellings of one name. */
const spell = (name: string, spelling: number): string =>
  [name, `${name.toUpperCase()}, Ltd.`, name.replace('e', 'é')][spelling] ?? name

const refusal = ({ status, body }: { status: number; body: unknown }): BusinessOutcome => ({
  status,
  seen: status === 404 ? null : errorBody.parse(body).error.code,
})

/** Sends an operation and returns the modelled parts of its response. */
export const send = async (
  service: BareTestService,
  run: BusinessRun,
  { by, operation }: { by: number; operation: BusinessOperation },
): Promise<BusinessOutcome> => {
  const nameOf = (name: number) => run.names[name] ?? ''
  switch (operation.kind) {
    case 'propose': {
      const targetName = spell(nameOf(operation.name), operation.spelling)
      const input = { body: { ...proposal, targetName } }
      const { status, body } = await service.call(submitBoycott, input, { viewer: newMember() })
      if (status !== 201) return { status, seen: body }
      run.submissions.push(body.id)
      if (!run.slugs.has(body.business.id)) run.slugs.set(body.business.id, body.business.slug)
      return { status, seen: { id: body.id, businessId: body.business.id } }
    }
    case 'vote': {
      const input = { params: { id: operation.submission }, body: { value: operation.value } }
      const { status } = await service.call(castVote, input, { viewer: voters[by] ?? null })
      return { status, seen: null }
    }
    case 'approve':
    case 'remove': {
      const { status } = await decide(service, operation.submission, {
        action: { kind: operation.kind },
      })
      return { status, seen: null }
    }
    case 'read':
      return sendRead(service, run, operation.business)
    case 'suggest': {
      const { kind } = operation.suggested
      const value = kind === 'alias' ? nameOf(operation.suggested.name) : operation.suggested.into
      const input = { params: { id: operation.business }, body: { kind, value, reason: 'So.' } }
      const answer = await service.call(suggestChange, input, { viewer: newMember() })
      if (answer.status !== 201) return refusal(answer)
      run.suggestions.push(answer.body.id)
      const { id, business, value: stored } = answer.body
      return { status: 201, seen: { id, businessId: business.id, value: stored } }
    }
    case 'accept': {
      const { suggestion: suggestionId } = operation
      const body = { decisionId: randomUUID(), suggestionId, action: 'accept', note: null } as const
      const answer = await service.call(applySuggestionDecision, { body }, byModeration)
      return answer.status === 200 ? { status: 200, seen: null } : refusal(answer)
    }
    case 'merge':
    case 'unmerge':
      return sendMerge(service, operation)
    case 'name':
    case 'alias':
    case 'remove-alias':
    case 'parent':
      return sendChange(service, operation, nameOf)
  }
}

/** Follows no redirect, because the business may have changed until then. */
const sendRead = async (
  service: BareTestService,
  run: BusinessRun,
  business: string,
): Promise<BusinessOutcome> => {
  const params = { slug: run.slugs.get(business) ?? '' }
  const { status, body, headers } = await service.call(readBusiness, { params })
  if (status === 200) return { status, seen: { id: body.id, boycottCount: body.boycottCount } }
  if (status !== 301) return { status, seen: null }
  const slug = decodeURIComponent(headers.get('location')?.split('/').at(-1) ?? '')
  return { status: 200, seen: { id: await run.idOf(slug), boycottCount: null } }
}

const sendMerge = async (
  service: BareTestService,
  operation: BusinessOperation & { kind: 'merge' | 'unmerge' },
): Promise<BusinessOutcome> => {
  const about = { decisionId: randomUUID(), businessId: operation.business }
  const answer =
    operation.kind === 'merge'
      ? await service.call(
          applyBusinessMerge,
          { body: { ...about, into: operation.into } },
          byModeration,
        )
      : await service.call(applyBusinessUnmerge, { body: about }, byModeration)
  if (answer.status !== 200) return refusal(answer)
  const { before, after, other: remaining } = answer.body
  const seen = {
    before: figures(before),
    after: figures(after),
    other: {
      id: remaining.id,
      before: figures(remaining.before),
      after: figures(remaining.after),
    },
  }
  return { status: 200, seen }
}

const figures = <State extends { version: number }>({ version: _, ...rest }: State) => rest

const sendChange = async (
  service: BareTestService,
  operation: BusinessOperation & { kind: 'name' | 'alias' | 'remove-alias' | 'parent' },
  nameOf: (name: number) => string,
): Promise<BusinessOutcome> => {
  const { kind, business: businessId } = operation
  const value = operation.kind === 'parent' ? operation.owner : nameOf(operation.name)
  const body = { decisionId: randomUUID(), businessId, change: { kind, value } }
  const answer = await service.call(applyBusinessChange, { body }, byModeration)
  if (answer.status !== 200) return refusal(answer)
  const [before, after] = [answer.body.before, answer.body.after].map(
    ({ listed, parentId, aliases }) => ({ listed, parentId, aliases }),
  )
  return { status: 200, seen: { id: answer.body.businessId, before, after } }
}
