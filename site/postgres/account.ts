import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** The account that PostgreSQL runs as. */
export type Account = {
  /** The owner of PostgreSQL's files; null for the account of this process. */
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
 * PostgreSQL refuses to run as root, so root starts it as the owner of the existing cluster, or as
 * `nobody`. If that account cannot enter a parent folder, it gets the smallest capability that works, found
 * by trial: bypassing read permissions, else all file permissions (for containers whose root lacks the
 * former, or programs that a umask leaves to root).
 */
export const chooseAccount = (options: {
  /** May not exist yet. */
  cluster: string
  /** A command that succeeds if the account can reach its files. */
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
      // Without this, access(2), which PostgreSQL calls, ignores the capability.
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
