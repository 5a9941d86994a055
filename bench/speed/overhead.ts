import { type Bench, interleaved, type Row, ratios, withProgram } from './bench.ts'
import { pin, serverCore } from './cores.ts'
import { preparedResponse, startLimit } from './limits.ts'
import { measure } from './load.ts'
import { membersList } from './reading.ts'
import { submissionAt } from './seed.ts'

/** P9: the cost of the gateway itself, in front of a service that costs nothing. */
export const overheadRows = async (bench: Bench): Promise<Row[]> => {
  const response = await preparedResponse(`${bench.stack.url}/api/boycotts`)
  // A route whose calls are never sent in groups.
  const path = `/api/boycotts/${submissionAt(5)}/timeline`
  return withProgram(startLimit({ is: 'bare', response }), (service) =>
    withProgram(startLimit({ is: 'proxy', target: service.url }), (proxy) =>
      withProgram(
        bench.stack.startAnother('gateway', { CATALOG_URL: service.url }),
        async (gateway) => {
          pin([gateway.pid], [serverCore])
          const { site, limit } = await interleaved(bench, 'P9 proxied request', {
            site: () =>
              measure({ url: gateway.url, seconds: bench.seconds, lists: membersList(path) }, [
                gateway.pid,
              ]),
            limit: () =>
              measure({ url: proxy.url, seconds: bench.seconds, lists: membersList(path) }, [
                proxy.pid,
              ]),
          })
          const [one, other] = [site, limit].map((side) =>
            side.map(({ perProcessorSecond }) => 1e6 / perProcessorSecond),
          )
          return [
            {
              id: 'P9',
              what: 'CPU time per proxied request, relative to http-proxy-middleware',
              bar: { is: 'at most', value: 0.75 },
              values: ratios(one ?? [], other ?? []),
              unit: 'times',
              note: `${(one ?? []).map(Math.round).join(', ')} to ${(other ?? []).map(Math.round).join(', ')} µs; with session, limits and passport`,
            },
          ]
        },
      ),
    ),
  )
}
