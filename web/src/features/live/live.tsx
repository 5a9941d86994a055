import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useVotes } from '../votes/votes.tsx'
import { followSite } from './follow-site.ts'
import { liveAddress } from './live-socket.ts'

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
