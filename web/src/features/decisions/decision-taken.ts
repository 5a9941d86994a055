import { useQueryClient } from '@tanstack/react-query'
import { noteDecided } from '../live/decided.ts'
import { adminKey } from '../review/admin-key.ts'
import { boycottsKey } from '../submissions/submissions.ts'

/** A decision about a submission stands: whatever shows it is asked for again. */
export const useDecisionTaken = () => {
  const client = useQueryClient()
  return (submissionId: string): void => {
    noteDecided(client, [submissionId])
    void client.invalidateQueries({ queryKey: adminKey })
    void client.invalidateQueries({ queryKey: boycottsKey })
  }
}
