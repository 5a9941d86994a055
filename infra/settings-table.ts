import { listSettings } from './settings.ts'

/** The settings table of the README. */
export const settingsTable = (of: Parameters<typeof listSettings>[0]): string =>
  [
    '| Setting | Default | Meaning |',
    '| --- | --- | --- |',
    ...listSettings(of).map((one) => `| \`${one.name}\` | ${one.default} | ${one.meaning} |`),
  ].join('\n')

/** The settings in `.env.example`, commented out. */
export const environmentExample = (): string =>
  [
    '# Every setting of the site. Copy this file to .env and uncomment what you change.',
    ...listSettings('every site').flatMap(lines),
    '',
    '# Only in containers (docker compose):',
    ...listSettings('containers').flatMap(lines),
    '',
  ].join('\n')

const lines = (one: ReturnType<typeof listSettings>[number]): string[] => [
  '',
  `# ${one.meaning}. Default: ${one.default}`,
  `# ${one.name}=`,
]
