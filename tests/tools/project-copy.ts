import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { root } from '../command.ts'

export type ProjectCopy = { directory: string; remove: () => Promise<void> }

const workspaceScope = '@answerable'
const leftOut = new Set(['.git', '.cache', '.secrets', 'test-results', '.stryker-tmp', 'reports'])
const isLeftOut = (name: string): boolean =>
  leftOut.has(name) || name === 'node_modules' || name.startsWith('.data')

/**
 * A copy of the working tree in a temporary directory. Dependencies are shared with the original;
 * workspaces are the copy's own, so that changes in it take effect.
 */
export const copyProject = async (): Promise<ProjectCopy> => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'answerable-copy-')))
  const withModules: string[] = []
  await cp(root, directory, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => {
      const path = relative(root, source)
      const name = path.split(sep).at(-1) ?? ''
      if (name === 'node_modules') withModules.push(path)
      return !isLeftOut(name)
    },
  })
  for (const path of withModules) await linkModules(join(root, path), join(directory, path))
  await linkTools(join(root, toolCache), join(directory, toolCache))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** The directory of the fetched servers and browser. */
const toolCache = '.cache/tools'

const linkTools = async (from: string, to: string): Promise<void> => {
  await mkdir(from, { recursive: true })
  await mkdir(join(to, '..'), { recursive: true })
  await symlink(from, to)
}

/** Links the installed packages of a directory; workspaces are those of the other directory. */
export const linkModules = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (name === workspaceScope) await linkWorkspaces(join(from, name), join(to, name))
    // Caches of tools are not shared.
    else if (name === '.bin' || !name.startsWith('.'))
      await symlink(join(from, name), join(to, name))
  }
}

const linkWorkspaces = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    const workspace = relative(root, await realpath(join(from, name)))
    await symlink(join(to, '../..', workspace), join(to, name))
  }
}
