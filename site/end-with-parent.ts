import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Signals a child process in its own group when this process has ended in any way: a shell waits for the
 * end of a pipe that only this process holds. Returns a function that cancels this.
 */
export const endWithParent = (
  child: ChildProcess,
  signal: 'INT' | 'TERM' | 'KILL',
): (() => void) => {
  const guard = spawn('sh', ['-c', `read -r _; kill -${signal} "$1"`, 'sh', String(child.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  const callOff = () => guard.kill('SIGKILL')
  child.once('exit', callOff)
  return callOff
}
