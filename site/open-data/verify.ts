import { existsSync } from 'node:fs'
import { manifestFile, type OpenDataManifest } from '@answerable/contracts/open-data'
import { checkDecisions, decisionsFile } from './check-decisions.ts'
import { checkLog } from './check-log.ts'
import { checkSums, readManifest } from './check-manifest.ts'
import { checkRanking, submissionsFile, topFile } from './check-ranking.ts'
import { checkSite } from './check-site.ts'
import { filesBeside, type PathOf } from './downloaded.ts'

export type VerifyOptions = {
  /** The manifest, or the directory with it. */
  manifest: string
  /** File with the public key to trust; default: that of the manifest. */
  key?: string | undefined
  /** Origin of a site to compare with. */
  site?: string | undefined
}

/** The lines to print, and whether everything is right. The last line names the first fault. */
export type Report = { isValid: boolean; lines: string[] }

/** Verifies a downloaded snapshot. It needs nothing but the files, and the site only if one is given. */
export const verifySnapshot = async ({
  manifest: given,
  key,
  site,
}: VerifyOptions): Promise<Report> => {
  const pathOf = filesBeside(given)
  const lines: string[] = []
  const failed = (fault: string): Report => ({
    isValid: false,
    lines: [...lines, `FAILED: ${fault}.`],
  })

  const missing = [manifestFile, submissionsFile, topFile].find((file) => !existsSync(pathOf(file)))
  if (missing !== undefined) return failed(`${pathOf(missing)} is missing`)
  const signed = await readManifest(pathOf, key)
  if (typeof signed === 'string') return failed(signed)
  const { manifest, fingerprint } = signed
  lines.push(`Snapshot ${manifest.name} of ${manifest.site}, signed with ${fingerprint}.`)

  const wrongSum = await checkSums(pathOf, manifest)
  if (wrongSum !== null) {
    const row = await firstWrongRow(pathOf, manifest).catch(() => null)
    if (row !== null) lines.push(`The first row that is not right: ${row}.`)
    return failed(wrongSum)
  }
  const absent = manifest.files.filter(({ name }) => !existsSync(pathOf(name)))
  lines.push(
    `The sums of ${manifest.files.length - absent.length} files are right.`,
    ...absent.map(({ name }) => `Not checked, because it is not here: ${name}.`),
  )

  const ranked = await checkRanking(pathOf)
  if (typeof ranked === 'string') return failed(ranked)
  lines.push(`Hot and Top of ${ranked} submissions follow from their scores, boosts and ages.`)

  if (existsSync(pathOf(decisionsFile))) {
    const fault = await checkDecisions(pathOf, manifest.moderationLog)
    if (fault !== null) return failed(fault)
    lines.push(`The moderation log is complete up to decision ${manifest.moderationLog.position}.`)
  }
  if (site !== undefined) {
    const fault = await checkSite(pathOf, site)
    if (fault !== null) return failed(fault)
    lines.push(`${site} shows Hot and Top in this order now.`)
    const last = await checkLog(manifest.moderationLog, site)
    if (typeof last === 'string') return failed(last)
    lines.push(
      `The moderation log of ${site} has ${last} decisions and contains the signed log of this snapshot.`,
    )
  }
  return { isValid: true, lines }
}

/** Names the changed row of a file with a wrong sum, if the change is against the order or the log. */
const firstWrongRow = async (
  pathOf: PathOf,
  manifest: OpenDataManifest,
): Promise<string | null> => {
  const ranked = await checkRanking(pathOf)
  if (typeof ranked === 'string') return ranked
  if (!existsSync(pathOf(decisionsFile))) return null
  return checkDecisions(pathOf, manifest.moderationLog)
}
