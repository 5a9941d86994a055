import { isTestnetAddress } from '@answerable/contracts/site'
import { useQuery } from '@tanstack/react-query'
import { FetchError } from '../../ui/fetch-error.tsx'
import { CopyButton } from './copy-button.tsx'
import { siteInformationQueries } from './site-information.ts'

/** The bitcoin address for donations, or a note that there is none. */
export const DonationAddress = () => {
  const { data, error, isFetching, refetch } = useQuery(siteInformationQueries.detail())
  if (data === undefined && error !== null) {
    return <FetchError error={error} isTrying={isFetching} onTryAgain={refetch} />
  }
  if (data === undefined) {
    return (
      <div aria-busy="true">
        <span className="sr-only">Loading the address</span>
        <div className="bone h-24" aria-hidden="true" />
      </div>
    )
  }
  const address = data.donateBitcoinAddress
  if (address === null) return <p>Donations by Bitcoin are not set up on this site.</p>
  return (
    <>
      {isTestnetAddress(address) && (
        <p className="notice">
          <strong>Testnet address.</strong> Use it only to try out this page. Testnet coins have no
          value, so do not send real bitcoin.
        </p>
      )}
      <div className="address">
        <div className="min-w-0">
          <h3>Bitcoin address</h3>
          <code className="wrap-anywhere select-all">{address}</code>
        </div>
        <CopyButton text={address} />
      </div>
      <p>
        Compare the address in your wallet with the one above before you send. Bitcoin payments
        cannot be reversed.
      </p>
    </>
  )
}
