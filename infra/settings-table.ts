import { listSettings } from './settings.ts'

/** The settings as the README shows them. */
export const settingsTable = (): string =>
  [
    '| Setting | Default | Meaning |',
    '| --- | --- | --- |',
    ...listSettings().map((one) => `| \`${one.name}\` | ${one.default} | ${one.meaning} |`),
  ].join('\n')

/** The settings as `.env.example` lists them, each commented out. */
export const environmentExample = (): string =>
  [
    '# Every setting of the site. Copy this file to .env and uncomment what you change.',
    ...listSettings().flatMap((one) => [
      '',
      `# ${one.meaning}. Default: ${one.default}`,
      `# ${one.name}=`,
    ]),
    '',
  ].join('\n')
