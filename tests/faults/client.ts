import { Agent, request } from 'node:http'
import { isReady } from './instances.ts'

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Where the browser is. */
  address: string
  cookie?: string
  body?: unknown
  key?: string
}

export type Answer = {
  /** 0 when there was none. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Code of the error of a connection, or 'timeout'. */
  error: string | null
}

/** What stands before the gateways: calls go to those that say they are ready, in turn. */
export type Client = {
  readonly send: (call: Call) => Promise<Answer>
  /** http://address:port of the gateway whose turn it is. */
  readonly gateway: () => string
  readonly close: () => void
}

/** A browser waits no longer. */
const timeoutMilliseconds = 10_000
const askMilliseconds = 250
/** Long before a gateway closes what nobody uses: what is sent on a connection just closed is lost. */
const idleMilliseconds = 4_000

export const openClient = (gatewayUrls: () => readonly string[]): Client => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    timeout: idleMilliseconds,
  })
  let ready: readonly string[] = gatewayUrls()
  let turn = 0
  let isAsking = false
  // One round at a time, or a late answer would be taken for the latest.
  const askAll = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const urls = gatewayUrls()
    const answers = await Promise.all(urls.map(isReady))
    ready = urls.filter((_, index) => answers[index])
    isAsking = false
  }
  const timer = setInterval(() => void askAll(), askMilliseconds)

  const gateway = (): string => {
    // A lone gateway that is down is asked all the same: somebody wants an answer.
    const among = ready.length > 0 ? ready : gatewayUrls()
    turn += 1
    return among[turn % among.length] ?? ''
  }
  return {
    gateway,
    send: (call) => sendTo(gateway(), call, agent),
    close: () => {
      clearInterval(timer)
      agent.destroy()
    },
  }
}

const sendTo = (url: string, call: Call, agent: Agent): Promise<Answer> =>
  new Promise((resolve) => {
    const none = (error: string) => resolve({ status: 0, headers: {}, text: '', error })
    // The site is stopped.
    if (url === '') return none('no gateway')
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const asked = request(
      new URL(call.path, url),
      {
        agent,
        method: call.method,
        headers: {
          'x-forwarded-for': call.address,
          ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
          ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('error', (error: NodeJS.ErrnoException) => none(error.code ?? error.message))
        response.on('end', () => {
          clearTimeout(timer)
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, text, error: null })
        })
      },
    )
    const timer = setTimeout(() => {
      none('timeout')
      asked.destroy()
    }, timeoutMilliseconds)
    asked.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      none(error.code ?? error.message)
    })
    asked.end(body)
  })
