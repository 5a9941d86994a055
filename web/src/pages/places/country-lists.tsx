import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { businessQueries } from '../../features/businesses/business-queries.ts'
import { BusinessRow } from '../../features/businesses/business-row.tsx'
import { submissionQueries } from '../../features/submissions/submission-queries.ts'
import { sessionQueries } from '../../session/current-user.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { SubmissionRow } from '../feed/submission-row.tsx'
import { boycottsIn, businessesIn, type CountryPlace, countryAddress } from './country-address.ts'

type ListProps = { place: CountryPlace; name: string }

export const Boycotts = ({ place, name }: ListProps) => {
  const user = useQuery(sessionQueries.currentUser())
  const list = useQuery({
    ...submissionQueries.feed(boycottsIn(place), user.data?.email),
    enabled: !user.isPending,
  })
  return (
    <PagedList
      page={place.page}
      list={list}
      what="boycotts"
      empty={<p className="subheading">No boycotts in {name}.</p>}
      addressOf={(page) => countryAddress({ ...place, page })}
    >
      {(rows, { first }) => (
        <ol className="rows" start={first} aria-busy={list.isPlaceholderData}>
          {rows.map((submission, at) => (
            <SubmissionRow key={submission.id} submission={submission} rank={first + at} />
          ))}
        </ol>
      )}
    </PagedList>
  )
}

export const Businesses = ({ place, name }: ListProps) => {
  const list = useQuery({
    ...businessQueries.list(businessesIn(place)),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      page={place.page}
      list={list}
      what="businesses"
      empty={<p className="subheading">No businesses in {name}.</p>}
      addressOf={(page) => countryAddress({ ...place, page })}
    >
      {(rows) => (
        <ul className="rows" aria-busy={list.isPlaceholderData}>
          {rows.map((business) => (
            <BusinessRow key={business.id} business={business} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}
