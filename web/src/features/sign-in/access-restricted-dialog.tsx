import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { availability, countryName } from './country-names.ts'
import { geolocationQueries } from './geolocation.ts'

export const AccessRestrictedDialog = ({ onClose }: { onClose: () => void }) => {
  const { data } = useQuery(geolocationQueries.current())
  return (
    <Dialog
      title="Access Restricted"
      subtitle="Authentication is currently limited by jurisdiction"
      onClose={onClose}
    >
      {data && (
        <>
          <dl className="facts mt-5">
            <dt>Your jurisdiction</dt>
            <dd>{data.geolocation.jurisdiction.toUpperCase()}</dd>
            <dt>Your country</dt>
            <dd>{countryName(data.geolocation.country)}</dd>
          </dl>
          <h3 className="mt-5 font-semibold">Authentication is available in</h3>
          <ul className="mt-1 list-disc pl-5">
            {availability(data.config.allowedJurisdictions).map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-5 text-pretty">
        Login and account features are unavailable in your location. You can still browse every
        submission, its sources and its comments.
      </p>
      <button
        type="button"
        className="button-primary mt-6 w-full"
        data-initial-focus
        onClick={onClose}
      >
        Continue Browsing
      </button>
    </Dialog>
  )
}
