import type { SiteInformation } from '@answerable/contracts/site'
import type { Config } from '../config.ts'
import { type RequestContext, respondJson } from '../routing/request-context.ts'

export const serveSiteInformation = (
  config: Pick<Config, 'DONATE_BITCOIN_ADDRESS' | 'CONTACT_EMAIL'>,
) => {
  const information: SiteInformation = {
    donateBitcoinAddress: config.DONATE_BITCOIN_ADDRESS ?? null,
    contactEmail: config.CONTACT_EMAIL ?? null,
  }
  return async (context: RequestContext): Promise<void> => respondJson(context, 200, information)
}
