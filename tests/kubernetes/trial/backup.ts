import { kubectl, run } from './programs.ts'
import { release } from './secrets.ts'
import type { TrialServers } from './servers.ts'
import type { TrialSite } from './site.ts'

type Options = {
  site: Pick<TrialSite, 'scale' | 'settled'>
  servers: Pick<TrialServers, 'inPostgres' | 'emptyNats'>
  /** Namespace of the site. */
  namespace: string
}

const newestFile = '"$(ls -t /backups/answerable-*.backup | head -n 1)"'

/** Makes a backup, loses the database and restores it, without load, as docs/kubernetes.md describes. */
export const backUpAndRestore = async ({ site, servers, namespace }: Options): Promise<void> => {
  const inNamespace = (...parameters: string[]) => kubectl('--namespace', namespace, ...parameters)
  const newJob = ['create', 'job', `--from=cronjob/${release}-backup`]

  const finish = (job: string) =>
    inNamespace('wait', '--for=condition=complete', `job/${job}`, '--timeout=10m')

  await inNamespace(...newJob, 'backup')
  await finish('backup')
  await site.scale(0)
  await site.settled()
  await servers.inPostgres('dropdb', '--username=postgres', '--force', 'answerable')
  await servers.emptyNats()
  const job = JSON.parse(
    await inNamespace(...newJob, 'restore', '--dry-run=client', '--output=json'),
  )
  job.spec.template.spec.containers[0].command = [
    'sh',
    '-c',
    `node site/backup/main.ts restore ${newestFile}`,
  ]
  await run('kubectl', ['create', '--namespace', namespace, '-f', '-'], JSON.stringify(job))
  await finish('restore')
  await site.scale(2)
}
