import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageFor } from '../../api/api-error.ts'
import { useMemberCall } from '../../session/member-call.ts'
import { counted } from '../../ui/figures.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toast.tsx'
import { gatherData } from './gather-data.ts'

export const DownloadData = () => {
  const toast = useToast()
  const memberCall = useMemberCall()
  const [entries, setEntries] = useState(0)
  const gather = useMutation({
    mutationFn: () => memberCall(() => gatherData(setEntries)),
    onSuccess: (data) => {
      saveFile(
        `my-answerable-data-${data.exportedAt.slice(0, 10)}.json`,
        `${JSON.stringify(data, null, 2)}\n`,
        'application/json',
      )
      toast({ title: 'Your data has been downloaded' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageFor(error, 'Failed to collect your data. Please try again.'),
        variant: 'destructive',
      }),
  })
  return (
    <div className="settings-act">
      <button
        type="button"
        className="button-secondary"
        disabled={gather.isPending}
        onClick={() => gather.mutate()}
      >
        {gather.isPending ? 'Collecting...' : 'Download my data'}
      </button>
      <p role="status" className="text-sm text-soft figure empty:hidden">
        {gather.isPending && entries > 0 && `${counted(entries, 'entry', 'entries')} so far`}
      </p>
    </div>
  )
}
