import { expect, test } from 'vitest'
import { request } from './request.ts'

test('a request that is given up before it begins looks up no name', async () => {
  const lookUps: string[] = []
  const lookUp = (name: string) => {
    lookUps.push(name)
    return Promise.reject(new Error('unknown'))
  }
  const network = {
    resolver: { resolve4: lookUp, resolve6: lookUp, resolveTxt: lookUp },
    endpointOf: (host: string, port: number) => ({ host, port }),
  }
  await expect(
    request(
      new URL('http://website.example/'),
      { network, userAgent: 'test', signal: AbortSignal.abort() },
      () => Promise.resolve(null),
    ),
  ).rejects.toMatchObject({ kind: 'too-late' })
  expect(lookUps).toEqual([])
})
