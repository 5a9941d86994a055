import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * 'open' forwards everything at once. 'slow' adds two seconds, split over both directions. 'frozen' holds
 * everything until the link changes. 'resetting' resets the connection at every second chunk, at random.
 */
export type Mood = 'open' | 'slow' | 'frozen' | 'resetting'

/** A proxy to a server, whose quality a test can degrade. */
export type Link = {
  readonly setMood: (mood: Mood) => void
  readonly close: () => Promise<void>
}

export type Place = { host: string; port: number }

const slowMilliseconds = 2_000
const resetShare = 0.5

export const openLink = async (from: Place, to: Place): Promise<Link> => {
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let mood: Mood = 'open'

  /** Chunks leave in the order of their arrival, even if the mood changes in between. */
  const passage = (reset: () => void): Transform => {
    let leaving: Promise<void> = Promise.resolve()
    const pass = async (leavesAt: number): Promise<void> => {
      const wait = leavesAt - performance.now()
      if (wait > 0) await delay(wait)
      while (mood === 'frozen') await new Promise<void>((resolve) => held.push(resolve))
    }
    const leavesAt = (): number => performance.now() + (mood === 'slow' ? slowMilliseconds / 2 : 0)
    return new Transform({
      transform(chunk, _encoding, done) {
        if (mood === 'resetting' && Math.random() < resetShare) {
          reset()
          done()
          return
        }
        const at = leavesAt()
        leaving = leaving.then(() => pass(at)).then(() => void this.push(chunk))
        done()
      },
      flush(done) {
        const at = leavesAt()
        void leaving.then(() => pass(at)).then(() => done())
      },
    })
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true })
    const reset = (): void => {
      for (const socket of [near, far]) socket.resetAndDestroy()
    }
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', reset)
      socket.on('close', () => sockets.delete(socket))
      socket.pipe(passage(reset)).pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(from.port, from.host, resolve))
  const thaw = (): void => {
    for (const letGo of held.splice(0)) letGo()
  }
  return {
    setMood: (next) => {
      mood = next
      thaw()
    },
    close: () =>
      new Promise((resolve) => {
        mood = 'open'
        thaw()
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
