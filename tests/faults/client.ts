import { Agent, request } from 'node:http'
import { isReady } from './instances.ts'
import { openSocket } from './sockets.ts'

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Network address of the browser. */
  address: string
  cookie?: string
  body?: unknown
  key?: string
}

export type CallResult = {
  /** 0 without a response. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Error code of the connection, or 'timeout'. */
  error: string | null
}

/** The load balancer in front of the gateways: calls go to ready ones in turn. */
export type Client = {
  readonly send: (call: Call) => Promise<CallResult>
  /** Opens a live connection and closes it again; returns 'open' or the error. */
  readonly openSocket: () => Promise<string>
  /** http://address:port of the next gateway. */
  readonly gateway: () => string
  readonly close: () => void
}

/** The timeouts of a browser, and longer ones for a machine of unknown speed. */
const timeouts = {
  browser: { callMilliseconds: 10_000, socketMilliseconds: 5_000 },
  patient: { callMilliseconds: 120_000, socketMilliseconds: 120_000 },
}
const checkMilliseconds = 250
/** Much shorter than the gateway's idle timeout: a request on a connection that was just closed is lost. */
const idleMilliseconds = 4_000

export const openClient = (
  gatewayUrls: () => readonly string[],
  { keepAlive = true, isPatient = false }: { keepAlive?: boolean; isPatient?: boolean } = {},
): Client => {
  const { callMilliseconds, socketMilliseconds } = timeouts[isPatient ? 'patient' : 'browser']
  const agent = new Agent({
    keepAlive,
    maxSockets: Number.POSITIVE_INFINITY,
    timeout: idleMilliseconds,
  })
  let ready: readonly string[] = gatewayUrls()
  let turn = 0
  let isChecking = false
  // One check at a time, so that a late response does not replace a newer one.
  const checkAll = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    const urls = gatewayUrls()
    const readiness = await Promise.all(urls.map(isReady))
    ready = urls.filter((_, index) => readiness[index])
    isChecking = false
  }
  const timer = setInterval(() => void checkAll(), checkMilliseconds)

  const gateway = (): string => {
    // If no gateway is ready, calls go to all of them, so that every call gets a result.
    const among = ready.length > 0 ? ready : gatewayUrls()
    turn += 1
    return among[turn % among.length] ?? ''
  }
  return {
    gateway,
    send: (call) => sendTo(gateway(), call, { agent, timeoutMilliseconds: callMilliseconds }),
    openSocket: () => openSocket(gateway(), socketMilliseconds),
    close: () => {
      clearInterval(timer)
      agent.destroy()
    },
  }
}

const sendTo = (
  url: string,
  call: Call,
  { agent, timeoutMilliseconds }: { agent: Agent; timeoutMilliseconds: number },
): Promise<CallResult> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const none = (error: string): void => {
      clearTimeout(timer)
      resolve({ status: 0, headers: {}, text: '', error })
    }
    // The site is stopped.
    if (url === '') return none('no gateway')
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const outgoing = request(
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
    timer = setTimeout(() => {
      none('timeout')
      outgoing.destroy()
    }, timeoutMilliseconds)
    outgoing.on('error', (error: NodeJS.ErrnoException) => none(error.code ?? error.message))
    outgoing.end(body)
  })
