import type { SiteInformation } from '@answerable/contracts/site'
import type { Config } from './config.ts'
import { answerJson, type Exchange } from './exchange.ts'

export const answerSiteInformation = (
  config: Pick<Config, 'DONATE_BITCOIN_ADDRESS' | 'CONTACT_EMAIL'>,
) => {
  const information: SiteInformation = {
    donateBitcoinAddress: config.DONATE_BITCOIN_ADDRESS ?? null,
    contactEmail: config.CONTACT_EMAIL ?? null,
  }
  return async (exchange: Exchange): Promise<void> => answerJson(exchange, 200, information)
}
