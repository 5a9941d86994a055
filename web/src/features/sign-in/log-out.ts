import { logOut } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { messageFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useToast } from '../../ui/toast.tsx'
import { useSignedIn } from './signed-in.ts'

export const useLogOut = () => {
  const toast = useToast()
  const signedIn = useSignedIn()
  return useMutation({
    mutationFn: () => call(logOut, {}),
    onSuccess: () => {
      signedIn(null)
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to log out'),
        variant: 'destructive',
      }),
  })
}
