import type { Submission } from '@answerable/contracts/submissions'

export type Embed = { kind: 'youtube' | 'tiktok' | 'twitter'; label: string; src: string }

const players = {
  youtube: { label: 'YouTube', host: 'www.youtube-nocookie.com' },
  tiktok: { label: 'TikTok', host: 'www.tiktok.com' },
  twitter: { label: 'Twitter', host: 'platform.twitter.com' },
} as const

/** Only the player of the embed type may be framed, and only over https. */
export const embedOf = ({
  embedType,
  embedUrl,
}: Pick<Submission, 'embedType' | 'embedUrl'>): Embed | undefined => {
  if (embedType === null || embedUrl === null || !URL.canParse(embedUrl)) return undefined
  const { label, host } = players[embedType]
  const url = new URL(embedUrl)
  return url.protocol === 'https:' && url.host === host
    ? { kind: embedType, label, src: url.href }
    : undefined
}
