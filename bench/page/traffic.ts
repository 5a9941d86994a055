import { pathOf, type Route, type RouteInput } from '@answerable/contracts/route'
import { listSubmissions, type Submission, submitBoycott } from '@answerable/contracts/submissions'
import { castVote } from '@answerable/contracts/votes'

/** The members of a site, each on its own network, so that the default limits apply. */
export const openTraffic = (url: string, cookies: readonly string[]) => {
  const call = async <R extends Route>(member: number, route: R, input: RouteInput<R>) => {
    const response = await fetch(new URL(pathOf(route, input), url), {
      method: route.method,
      headers: {
        cookie: cookies[member] ?? '',
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.0.${member + 1}`,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    if (!response.ok) throw new Error(`${route.path} responded with ${response.status}`)
    const body: unknown = await response.json()
    return body
  }

  /** One submission by each member; returns all ids of the site's first pages. */
  const submitOneEach = async (): Promise<string[]> => {
    for (const member of cookies.keys()) {
      const body = {
        targetName: `Company ${member}`,
        location: 'Springfield',
        reasons: 'It sells anvils that fall on the wrong people, and it has never said why.',
      }
      await call(member, submitBoycott, { body })
    }
    const pages = [1, 2, 3].map((page) =>
      call(0, listSubmissions, { query: { page: String(page), limit: '50', sort: 'new' } }),
    )
    const rows = (await Promise.all(pages)).flatMap((page) => page as Submission[])
    return rows.map(({ id }) => id)
  }

  /** Never repeats a member on a submission: a repeated vote has no effect. */
  let sent = 0

  /** Casts votes at a fixed rate, each by another member on another submission, until stopped. */
  const startVoting = (ids: readonly string[], votesPerSecond: number) => {
    const first = sent
    const responses: Promise<boolean>[] = []
    const timer = setInterval(() => {
      const member = sent % cookies.length
      const id = ids[(sent + Math.floor(sent / cookies.length)) % ids.length] ?? ''
      const response = call(member, castVote, { params: { id }, body: { value: 1 } })
      responses.push(
        response.then(
          () => true,
          () => false,
        ),
      )
      sent += 1
    }, 1_000 / votesPerSecond)
    return {
      stop: async (): Promise<{ sent: number; counted: number }> => {
        clearInterval(timer)
        const counted = (await Promise.all(responses)).filter(Boolean).length
        return { sent: sent - first, counted }
      },
    }
  }

  return { submitOneEach, startVoting }
}
