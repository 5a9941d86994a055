import { execFile } from 'node:child_process'
import { glob, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../command.ts'
import { linkModules } from '../tools/project-copy.ts'

export type OlderVersion = {
  directory: string
  /** Short hash of the commit. */
  commit: string
  /** Migrations of this tree that the commit does not have. */
  newMigrations: readonly string[]
  remove: () => Promise<void>
}

const run = promisify(execFile)
const git = async (...parameters: string[]): Promise<string> =>
  (await run('git', ['-C', root, ...parameters], { maxBuffer: 64 * 1024 * 1024 })).stdout.trim()

/** Checks a commit out in a temporary directory, with the dependencies of its lock file. */
export const checkOut = async (reference: string): Promise<OlderVersion> => {
  const commit = await git('rev-parse', '--short', '--verify', `${reference}^{commit}`)
  const directory = join(await realpath(await mkdtemp(join(tmpdir(), 'answerable-older-'))), commit)
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', directory).catch(() => {})
    await rm(dirname(directory), { recursive: true, force: true })
  }
  try {
    await git('worktree', 'add', '--detach', directory, commit)
    const lockChanges = await git('diff', '--name-only', commit, '--', 'package-lock.json')
    if (lockChanges === '') await linkDependencies(directory)
    else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory })
    const added = ['--diff-filter=A', commit, '--', ':(glob)services/*/migrations/*']
    const newMigrations = (await git('diff', '--name-only', ...added)).split('\n').filter(Boolean)
    return { directory, commit, newMigrations, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const moduleFolders = '{.,*,packages/*,services/*}/node_modules'

const linkDependencies = async (directory: string): Promise<void> => {
  for await (const modules of glob(moduleFolders, { cwd: root }))
    await linkModules(join(root, modules), join(directory, modules))
}
