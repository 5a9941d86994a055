import { readTool } from './command.ts'

const checks = [
  {
    name: 'format, lint, boundaries',
    tool: 'biome',
    parameters: ['check', '--error-on-warnings', '.'],
  },
  { name: 'types of the services', tool: 'tsc', parameters: ['-p', '.'] },
  { name: 'types of the web', tool: 'tsc', parameters: ['-p', 'web'] },
  { name: 'types of the load scripts', tool: 'tsc', parameters: ['-p', 'k6'] },
  {
    name: 'type-aware lint',
    tool: 'oxlint',
    parameters: ['--type-aware', '--deny-warnings'],
  },
  {
    name: 'dead code and dependencies',
    tool: 'knip',
    parameters: ['--treat-config-hints-as-errors'],
  },
] as const

/** Some checks use one core only, so two run at once. */
const atOnce = 2

/** Runs all static checks, even after a failure; returns the names of those that failed. */
export const runChecks = async (): Promise<{ passed: string[]; failed: string[] }> => {
  const passed: string[] = []
  const failed: string[] = []
  const waiting = checks.values()
  const runWaiting = async (): Promise<void> => {
    for (const { name, tool, parameters } of waiting) {
      const { code, output } = await readTool(tool, parameters)
      console.log(`\n— ${name}\n${output}`)
      const outcome = code === 0 ? passed : failed
      outcome.push(name)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runWaiting))
  return { passed, failed }
}
