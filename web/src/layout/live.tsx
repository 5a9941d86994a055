import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSite } from '../features/live/follow-site.ts'
import { liveAddress } from '../features/live/live-socket.ts'
import { useVotes } from '../features/votes/votes.tsx'

/** Keeps the page up to date through the live connection. */
export const Live = () => {
  const client = useQueryClient()
  const votes = useVotes()
  useEffect(
    () => followSite({ client, votes, page: document, address: liveAddress(location) }),
    [client, votes],
  )
  return null
}
