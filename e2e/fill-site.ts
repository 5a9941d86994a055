import { seedDemo } from '@answerable/infra/demo/seed'
import { letAuthorDepart } from './departed-author.ts'
import { letPlacesBeLoaded } from './loaded-places.ts'
import { letDiscussionBeLong } from './long-discussion.ts'
import { letMembersBeElsewhere } from './signed-in-elsewhere.ts'

/** Fills an empty site with the content that the journeys expect. The address is that of the owner of its database. */
export const fillSite = async (
  ownerUrl: string,
  onProgress: (step: string) => void,
): Promise<void> => {
  await seedDemo({ ownerUrl, onProgress, moderation: false })
  await letPlacesBeLoaded(ownerUrl)
  await letAuthorDepart(ownerUrl)
  await letMembersBeElsewhere(ownerUrl)
  await letDiscussionBeLong(ownerUrl)
}

// A running site: node infra/launch/launch.mjs e2e/fill-site.ts postgres://postgres:password@127.0.0.1:5432/answerable
const [, script, ownerUrl] = process.argv
if (script === import.meta.filename && ownerUrl !== undefined)
  await fillSite(ownerUrl, (step) => console.log(`${step} …`))
