import { loadPlaces } from '@answerable/infra/migrate/places/load-places'
import { readPlaces } from '@answerable/infra/migrate/places/read-places'
import { createLog } from '@answerable/service-kit/log'

/** Countries, regions and large cities, which take less time than all. */
export const letPlacesBeLoaded = async (databaseUrl: string): Promise<void> => {
  const places = (await readPlaces()).filter(
    ({ kind, names }) => kind !== 'city' || (names[0]?.weight ?? 0) >= 100_000,
  )
  const log = createLog({ service: 'places', level: 'silent' })
  await loadPlaces({ databaseUrl, log, places })
}
