import { livePath } from '@answerable/contracts/live'

const addressAt = (gateway: string): string => `${gateway.replace('http', 'ws')}${livePath}`

/** Opens a live connection and closes it again; returns 'open' or the error. */
export const openSocket = (gateway: string, timeoutMilliseconds: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(addressAt(gateway))
    const end = (outcome: string): void => {
      clearTimeout(timer)
      resolve(outcome)
      socket.close()
    }
    const timer = setTimeout(() => end('timeout'), timeoutMilliseconds)
    socket.onopen = () => end('open')
    socket.onerror = () => end('not opened')
  })

/** A page that stays open and reconnects after a disconnect. */
export type Page = {
  /** Time of the last update; 0 before the first. */
  readonly lastUpdateAt: () => number
  /** Close codes of its ended connections. */
  readonly endings: readonly number[]
  readonly close: () => void
}

const reconnectMilliseconds = 200

export const openPage = (gateway: () => string): Page => {
  const endings: number[] = []
  let lastUpdateAt = 0
  let isOpen = true
  let socket: WebSocket

  const connect = (): void => {
    const own = new WebSocket(addressAt(gateway()))
    socket = own
    own.onmessage = () => {
      lastUpdateAt = performance.now()
    }
    // Without a listener, an error would end this process.
    own.onerror = () => {}
    own.onclose = ({ code }) => {
      if (!isOpen) return
      endings.push(code)
      setTimeout(() => {
        if (isOpen) connect()
      }, reconnectMilliseconds)
    }
  }
  connect()
  return {
    lastUpdateAt: () => lastUpdateAt,
    endings,
    close: () => {
      isOpen = false
      socket.close()
    },
  }
}
