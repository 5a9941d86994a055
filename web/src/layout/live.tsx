import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSite } from '../features/live/follow-site.ts'
import { liveAddress } from '../features/live/live-socket.ts'
import { useVotes } from '../features/votes/votes.tsx'

/** Follows what happens on the site for as long as the page is open. */
export const Live = () => {
  const client = useQueryClient()
  const votes = useVotes()
  useEffect(
    () => followSite({ client, votes, page: document, address: liveAddress(location) }),
    [client, votes],
  )
  return null
}
