import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSavedState } from './use-saved-state.ts'

type State = Readonly<Record<string, string>>

const queryKey = ['settings']

/** A hook with its state and the responses that it waits for. */
const open = () => {
  const client = new QueryClient()
  client.setQueryData<State>(queryKey, {})
  const saves: PromiseWithResolvers<State>[] = []
  const save = () => {
    const response = Promise.withResolvers<State>()
    saves.push(response)
    return response.promise
  }
  const changed = (state: State, change: State): State => ({ ...state, ...change })
  const { result } = renderHook(() => useSavedState<State, State>({ queryKey, save, changed }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const change = (one: State) => act(async () => result.current.save(one))
  const isSent = (number: number) => expect.poll(() => saves.length).toBe(number)
  const state = () => client.getQueryData<State>(queryKey)
  return { change, isSent, saves, state, result }
}

test('the response to an earlier change does not hide a later one', async () => {
  const { change, isSent, saves, state } = open()
  await change({ replies: 'never' })
  await change({ mentions: 'daily' })
  await isSent(1)
  await act(async () => saves[0]?.resolve({ replies: 'never' }))
  await isSent(2)
  expect(state()).toEqual({ replies: 'never', mentions: 'daily' })
  await act(async () => saves[1]?.reject(new Error('no connection')))
  await expect.poll(state).toEqual({ replies: 'never' })
})

test('when all changes fail, the state is that of the server', async () => {
  const { change, isSent, saves, state } = open()
  await change({ replies: 'never' })
  await change({ mentions: 'daily' })
  for (const [index, number] of [1, 2].entries()) {
    await isSent(number)
    await act(async () => saves[index]?.reject(new Error('no connection')))
  }
  await expect.poll(state).toEqual({})
})

test('an earlier change that fails is reported although a later one is saved', async () => {
  const { change, isSent, saves, result } = open()
  await change({ replies: 'never' })
  await change({ mentions: 'daily' })
  await isSent(1)
  await act(async () => saves[0]?.reject(new Error('no connection')))
  await isSent(2)
  await act(async () => saves[1]?.resolve({ mentions: 'daily' }))
  await expect.poll(() => result.current.isPending).toBe(false)
  expect(result.current).toMatchObject({ isSaved: false, error: new Error('no connection') })
})
