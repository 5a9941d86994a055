import { changePreferences, readPreferences } from '@answerable/contracts/notification-preferences'
import type { RouteInput, RouteResponse } from '@answerable/contracts/route'
import { queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSavedState } from '../../api/use-saved-state.ts'
import { useMemberCall } from '../../session/member-call.ts'

export type Preferences = RouteResponse<typeof readPreferences>
export type PreferencesChange = RouteInput<typeof changePreferences>['body']

export const preferenceQueries = {
  own: () =>
    queryOptions({
      queryKey: queryKeys.notificationPreferences,
      queryFn: ({ signal }): Promise<Preferences> =>
        call(readPreferences, {}, { signal }).catch(
          failedFetch('Failed to fetch your notification settings'),
        ),
      staleTime: 0,
    }),
}

/** Saves a change at once, one request at a time. */
export const useChangePreferences = () => {
  const memberCall = useMemberCall()
  return useSavedState({
    queryKey: queryKeys.notificationPreferences,
    save: (body: PreferencesChange) => memberCall(() => call(changePreferences, { body })),
    changed,
  })
}

const changed = (preferences: Preferences, change: PreferencesChange): Preferences => ({
  ...preferences,
  timeZone: change.timeZone ?? preferences.timeZone,
  frequencies: Object.assign({}, preferences.frequencies, change.frequencies),
})
