import { join } from 'node:path'
import { groups, type Tool } from './tools.ts'

// Runs a tool: npm run tool -- NAME [ARGUMENT ...]

const root = join(import.meta.dirname, '../..')

const tools = Object.assign({}, ...Object.values(groups)) as Record<string, Tool | undefined>

const list = (): string => {
  const width = Math.max(...Object.keys(tools).map((name) => name.length))
  const sections = Object.entries(groups).map(([title, members]) =>
    [
      title,
      ...Object.entries(members).map(
        ([name, { purpose }]) => `  ${name.padEnd(width)}  ${purpose}`,
      ),
    ].join('\n'),
  )
  return ['Usage: npm run tool -- NAME [ARGUMENT ...]', ...sections, ''].join('\n\n')
}

/** An error of `parseArgs`, whose message is a sentence about the command line. */
const isWrongArgument = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const [node = process.execPath, , name = '', ...parameters] = process.argv
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
if (tool === undefined) {
  process.stderr.write(name === '' ? list() : `There is no tool "${name}".\n\n${list()}`)
  process.exitCode = 1
} else {
  const script = join(root, tool.script)
  Object.assign(process.env, tool.environment)
  // In this process, so that the tool receives signals and sets the exit code.
  process.argv = [node, script, ...(tool.parameters ?? []), ...parameters]
  try {
    await import(script)
  } catch (error) {
    if (!isWrongArgument(error)) throw error
    process.stderr.write(`${name}: ${error.message.replaceAll('\n', ' ')}\n`)
    process.exitCode = 1
  }
}
