type NoticeContent = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
}

export type ShowToast = (content: NoticeContent) => void

/** One notification at a time: open, then closed, then removed. A new one replaces the one before. */
export type Notice = NoticeContent & { id: string; isOpen: boolean }
