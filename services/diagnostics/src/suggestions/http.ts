import { analyzeError } from '@answerable/contracts/diagnostics'
import { type Router, serve } from '@answerable/service-kit/http/serve'
import type { Deps } from '../deps.ts'
import { sightingOf } from '../groups/sighting.ts'
import { diagnose, suggestionOf } from './diagnose.ts'

export const suggestions = (router: Router, deps: Pick<Deps, 'queue'>): void => {
  serve(router, analyzeError, async ({ body }) => {
    const now = new Date()
    const diagnoses = diagnose(body, now)
    deps.queue.push(sightingOf(body, diagnoses[0]?.rule.id ?? null), now)
    return { suggestions: diagnoses.map(suggestionOf) }
  })
}
