import { type Claim, listOwnClaims } from '@answerable/contracts/claims'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { failedFetch } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

const pollMilliseconds = 1_000

export const claimQueries = {
  /** The user's claims for a business, newest first. Polled while a check is in progress. */
  own: (businessId: string) =>
    queryOptions({
      queryKey: [...queryKeys.ownClaims, businessId],
      queryFn: ({ signal }): Promise<readonly Claim[]> =>
        call(listOwnClaims, { query: { business: businessId } }, { signal }).catch(
          failedFetch('Failed to fetch your claims'),
        ),
      refetchInterval: ({ state }) =>
        state.data?.some(({ checking }) => checking) === true ? pollMilliseconds : false,
    }),
}

/** Puts the claim of a response into the list, in the place of its former state. */
export const cacheClaim = (client: QueryClient, claim: Claim): void => {
  client.setQueryData(claimQueries.own(claim.business.id).queryKey, (known) => [
    claim,
    ...(known ?? []).filter(({ id }) => id !== claim.id),
  ])
}
