import { spawn } from 'node:child_process'

/** Runs a program to its end and resolves with its output. Rejects with its error output. */
export const run = (program: string, parameters: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, parameters)
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output.trim())
      else reject(new Error(`${program} ${parameters.join(' ')}: ${errors.trim()}`))
    })
    // A program that has ended reads no input; its exit code tells why.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })

/** The names in an output that separates them by spaces. */
export const namesIn = (output: string): string[] => output.split(' ').filter((name) => name !== '')

export const kubectl = (...parameters: string[]): Promise<string> => run('kubectl', parameters)

const listOf = (items: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items })

/** Creates objects. Rejects if one exists. */
export const create = (items: readonly object[]): Promise<string> =>
  run('kubectl', ['create', '--filename', '-'], listOf(items))

/** Creates or changes objects. */
export const apply = (namespace: string, items: readonly object[]): Promise<string> =>
  run('kubectl', ['apply', '--namespace', namespace, '--filename', '-'], listOf(items))
