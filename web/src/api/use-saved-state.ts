import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

type SavedStateOptions<State, Change> = {
  queryKey: QueryKey
  /** Saves a change on the server. Returns the state with it. */
  save: (change: Change) => Promise<State>
  changed: (state: State, change: Change) => State
}

/** Shared by the changes that wait for each other. */
type Confirmed<State> = { state: State | undefined }

/**
 * Saves changes of a cached state one after the other, and shows each at once. A change that fails is undone when no
 * later one is being saved.
 */
export const useSavedState = <State, Change>(options: SavedStateOptions<State, Change>) => {
  const { queryKey, save, changed } = options
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const changes = { mutationKey: queryKey, status: 'pending' } as const
  const showConfirmed = (confirmed: Confirmed<State>) => {
    // Otherwise the cache contains the later changes as well.
    if (client.isMutating(changes) === 1) client.setQueryData(queryKey, confirmed.state)
  }
  const saving = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: save,
    onMutate: async (change): Promise<Confirmed<State>> => {
      await client.cancelQueries({ queryKey })
      const contexts = client
        .getMutationCache()
        .findAll(changes)
        .map(({ state }) => state.context as Confirmed<State> | undefined)
      const confirmed = contexts.find((context) => context !== undefined) ?? {
        state: client.getQueryData<State>(queryKey),
      }
      client.setQueryData<State>(queryKey, (state) => state && changed(state, change))
      return confirmed
    },
    onSuccess: (saved, _change, confirmed) => {
      confirmed.state = saved
      showConfirmed(confirmed)
    },
    onError: (failure, _change, confirmed) => {
      setError(failure)
      if (confirmed !== undefined) showConfirmed(confirmed)
    },
  })
  const { mutate, isPending, isSuccess } = saving
  return {
    save: (change: Change) => {
      if (!isPending) setError(null)
      mutate(change)
    },
    isPending,
    isSaved: isSuccess && error === null,
    /** Of the latest failed change. Null again when a change begins while none is being saved. */
    error,
  }
}
