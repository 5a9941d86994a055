import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pin, serverCore } from './cores.ts'
import type { Program } from './stack.ts'

export type PreparedResponse = {
  /** Alternating names and values. */
  headers: string[]
  /** Base64. */
  body: string
  etag: string
}

export type LimitKind =
  | { is: 'bare'; response: PreparedResponse }
  | { is: 'express 304'; response: PreparedResponse }
  | { is: 'plain'; databaseUrl: string }
  | { is: 'proxy'; target: string }

export const startLimit = async (kind: LimitKind): Promise<Program> => {
  const child = fork(join(import.meta.dirname, 'limit-server.ts'))
  const pid = child.pid ?? 0
  pin([pid], [serverCore])
  child.send(kind)
  const [address] = (await once(child, 'message')) as [AddressInfo]
  return {
    url: `http://127.0.0.1:${address.port}`,
    pid,
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** The site's response for a baseline to send: the same bytes, headers included. */
export const preparedResponse = async (url: string): Promise<PreparedResponse> => {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await response.arrayBuffer())
  const ownOfNode = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])
  const headers = [...response.headers].filter(([name]) => !ownOfNode.has(name)).flat()
  return { headers, body: body.toString('base64'), etag: response.headers.get('etag') ?? '' }
}
