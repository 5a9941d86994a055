import { openActors } from '../../tests/fuzz/actors.ts'
import { startThrowawaySite } from '../../tests/tools/throwaway-site.ts'
import { membersCount, type SiteFacts } from './site.ts'

// Runs the site in its own process, so that it takes no time from the measuring process.
const site = await startThrowawaySite()
const actors = await openActors(site.ownerUrl, { member: membersCount, admin: 0 })
const cookies = Array.from({ length: membersCount }, (_, at) => actors.pick('member', at).cookie)
await actors.close()
const facts: SiteFacts = {
  url: `http://localhost:${site.port}`,
  ownerUrl: site.ownerUrl,
  cookies,
}
process.send?.(facts)
process.once('disconnect', () => void site.stop().then(() => process.exit(0)))
