import { type Claim, withdrawClaim } from '@answerable/contracts/claims'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Ends a claim after a second press. */
export const WithdrawClaim = ({ claim, label }: { claim: Claim; label: string }) => {
  const client = useQueryClient()
  const toast = useToast()
  const memberCall = useMemberCall()
  const withdraw = useMutation({
    mutationFn: () => memberCall(() => call(withdrawClaim, { params: { id: claim.id } })),
    onSuccess: async () => {
      toast({ title: 'Claim ended' })
      await client.invalidateQueries({ queryKey: queryKeys.ownClaims })
      void client.invalidateQueries({ queryKey: queryKeys.businesses })
      void client.invalidateQueries({ queryKey: queryKeys.submissions })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to end the claim'),
        variant: 'destructive',
      }),
  })
  return (
    <Disclosure button={label} buttonClass="quiet-link" panelClass="claim-confirm">
      {(close) => (
        <>
          <p>Published responses stay. You can prove the website again at any time.</p>
          <div className="editor-actions mt-2">
            <button
              type="button"
              className="button-secondary"
              data-tone="signal"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              End it
            </button>
            <button type="button" className="button-secondary" onClick={close}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Disclosure>
  )
}
