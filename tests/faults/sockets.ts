import { livePath } from '@answerable/contracts/live'

const openMilliseconds = 5_000

const addressAt = (gateway: string): string => `${gateway.replace('http', 'ws')}${livePath}`

/** Opens a live connection and closes it again; answers 'open' or what went wrong. */
export const openSocket = (gateway: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(addressAt(gateway))
    const end = (outcome: string): void => {
      clearTimeout(timer)
      resolve(outcome)
      socket.close()
    }
    const timer = setTimeout(() => end('timeout'), openMilliseconds)
    socket.onopen = () => end('open')
    socket.onerror = () => end('not opened')
  })

/** A page that stays open: connects again when it is cut off. */
export type Page = {
  /** When the last update came; 0 before the first. */
  readonly lastUpdateAt: () => number
  /** Codes with which its connections were ended. */
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
    // Without a listener it would be an error of this process.
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
