import { logOut } from '@answerable/contracts/sign-in'
import { useMutation } from '@tanstack/react-query'
import { messageFor } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { useToast } from '../ui/toast.tsx'
import { useSetCurrentUser } from './set-current-user.ts'

export const useLogOut = () => {
  const toast = useToast()
  const setCurrentUser = useSetCurrentUser()
  return useMutation({
    mutationFn: () => call(logOut, {}),
    onSuccess: () => {
      setCurrentUser(null)
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
