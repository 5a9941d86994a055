import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** Runs a command as root of namespaces of its own: with its own network and its own files to mount. */
const isolation = ['unshare', '--map-root-user', '--net', '--mount']
const loopback = 'ip link set lo up'

/** Containers usually forbid it. */
const mayIsolate = spawnSync('unshare', [...isolation.slice(1), 'sh', '-c', loopback]).status === 0

test.skipIf(!mayIsolate)(
  'calls follow the addresses that a name server gives for a name',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'answerable-names-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const resolver = join(directory, 'resolv.conf')
    const order = join(directory, 'nsswitch.conf')
    writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
    writeFileSync(order, 'hosts: files dns\n')
    const steps = [
      loopback,
      'mount --bind "$1" /etc/resolv.conf',
      'mount --bind "$2" /etc/nsswitch.conf',
      'exec "$3" "$4"',
    ].join(' && ')
    const script = join(import.meta.dirname, 'follow-name-server.ts')
    const operands = [resolver, order, process.execPath, script]
    const [command = '', ...parameters] = isolation
    const { stdout } = await promisify(execFile)(command, [
      ...parameters,
      ...['sh', '-c', steps, 'sh', ...operands],
    ])
    expect(stdout.trim().split('\n')).toEqual([
      'all addresses of the name are used',
      'a new address is used, and a removed one is not',
      'the last addresses are used while the name server fails',
      'its answers are followed again',
    ])
  },
)
