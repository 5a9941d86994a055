import { useSearchParams } from 'react-router-dom'
import { readSearchPlace } from '../../features/search/search-place.ts'
import { SearchTips } from '../../features/search/search-tips.tsx'
import { PageTitle, titled } from '../../layout/page-title.tsx'
import { FoundBoycotts } from './found-boycotts.tsx'
import { FoundBusinesses } from './found-businesses.tsx'

const description = 'Search boycotts and businesses by name, place and reason.'

export const SearchPage = () => {
  const [search] = useSearchParams()
  const place = readSearchPlace(search)
  if (place.text === '') return <EmptySearch />
  return (
    <>
      <PageTitle title={titled(`Search: ${place.text}`)} description={description}>
        Results for “<bdi>{place.text}</bdi>”
      </PageTitle>
      {place.type === 'boycotts' ? (
        <FoundBoycotts place={place} />
      ) : (
        <FoundBusinesses place={place} />
      )}
    </>
  )
}

const EmptySearch = () => (
  <div className="page-narrow">
    <PageTitle title={titled('Search')} description={description}>
      Search
    </PageTitle>
    <p className="mt-2 intro">
      Find boycotts and businesses by name, place or reason. Accents, capital letters and small
      typing errors do not matter.
    </p>
    <SearchTips />
  </div>
)
