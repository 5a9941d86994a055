import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** As whom PostgreSQL runs, and how a command is run as that account. */
export type Account = {
  /** Who must own PostgreSQL's files; null when it is whoever runs this process. */
  owner: Identity | null
  commandLine: (command: string, args: readonly string[]) => CommandLine
}

type Identity = { uid: number; gid: number }

type CommandLine = { command: string; args: string[]; options: Partial<Identity> }

const ownAccount: Account = {
  owner: null,
  commandLine: (command, args) => ({ command, args: [...args], options: {} }),
}

/**
 * PostgreSQL refuses to run as root, so root hands it to the account that owns the cluster already, or
 * to `nobody`. Below a folder that this account may not enter, it gets as little more as is enough,
 * which is found out by trying: reading past permissions, else (in containers whose root has no such
 * right, or where a umask left the programs to root alone) passing over permissions altogether.
 */
export const chooseAccount = (options: {
  /** Absent or somewhere to be made below a directory that exists. */
  cluster: string
  /** A command that succeeds when run as an account that can reach what it needs. */
  trial: readonly [program: string, ...args: string[]]
}): Account => {
  if (process.getuid?.() !== 0) return ownAccount
  const owner = ownerOf(options.cluster) ?? nobody()
  const accounts = [
    dropped(owner),
    droppedWithCapability(owner, 'dac_read_search'),
    droppedWithCapability(owner, 'dac_override'),
  ]
  const account = accounts.find((candidate) => isAble(candidate, options))
  if (account !== undefined) return account
  throw new StartError(
    `PostgreSQL cannot run as root, and user ${owner.uid} cannot reach ${dirname(options.trial[0])} or ${dirname(options.cluster)}: install setpriv (util-linux), or move the checkout to a folder that other users can access.`,
  )
}

const dropped = (owner: Identity): Account => ({
  owner,
  commandLine: (command, args) => ({ command, args: [...args], options: owner }),
})

const droppedWithCapability = (owner: Identity, capability: string): Account => ({
  owner,
  commandLine: (command, args) => ({
    command: 'setpriv',
    args: [
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      // Without this the capability does not count in access(2), by which PostgreSQL looks for itself.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      '--',
      command,
      ...args,
    ],
    options: {},
  }),
})

const isAble = (
  account: Account,
  { cluster, trial }: { cluster: string; trial: readonly string[] },
): boolean => {
  const enterAndTry = ['-c', 'cd "$0" && exec "$@"', dirname(cluster), ...trial]
  const { command, args, options } = account.commandLine('sh', enterAndTry)
  return spawnSync(command, args, { ...options, cwd: '/', stdio: 'ignore' }).status === 0
}

const ownerOf = (path: string): Identity | null => {
  if (!existsSync(path)) return null
  const { uid, gid } = statSync(path)
  return uid === 0 ? null : { uid, gid }
}

const nobody = (): Identity => ({ uid: idOf('-u'), gid: idOf('-g') })

const idOf = (flag: '-u' | '-g'): number => {
  try {
    return Number(execFileSync('id', [flag, 'nobody'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return 65_534
  }
}
