export type EmbedType = 'youtube' | 'tiktok' | 'twitter'
export type Embed = { embedType: EmbedType; embedUrl: string }

/**
 * The player for the first video or status link of a sources text, or null. Its URL is built from the
 * link's id only, so that nothing else of a link reaches a frame.
 */
export const detectEmbed = (sources: string): Embed | null => {
  for (const [candidate] of sources.matchAll(link)) {
    const embed = embedOf(candidate.replace(/[.!?:*]+$/, ''))
    if (embed !== null) return embed
  }
  return null
}

/** Ends at any character that may follow a link in prose or markup; none of them occurs in an id. */
const link = /https?:\/\/[\w.~:/?#@!$&*+=%-]+/gi

const embedOf = (address: string): Embed | null => {
  const url = URL.parse(address)
  if (url === null || `${url.username}${url.password}${url.port}` !== '') return null
  for (const provider of providers) {
    const id = provider.hosts.has(url.hostname) ? provider.idOf(url) : null
    if (id !== null) return { embedType: provider.embedType, embedUrl: provider.embedUrl(id) }
  }
  return null
}

type Provider = {
  embedType: EmbedType
  hosts: ReadonlySet<string>
  idOf: (url: URL) => string | null
  embedUrl: (id: string) => string
}

const groupOf = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null

const youtubeEmbed = (id: string): string => `https://www.youtube-nocookie.com/embed/${id}`

const providers: readonly Provider[] = [
  {
    embedType: 'youtube',
    hosts: new Set(['youtu.be']),
    idOf: (url) => groupOf(/^\/([\w-]{11})\/?$/, url.pathname),
    embedUrl: youtubeEmbed,
  },
  {
    embedType: 'youtube',
    hosts: new Set([
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtube-nocookie.com',
      'www.youtube-nocookie.com',
    ]),
    idOf: (url) =>
      /^\/watch\/?$/.test(url.pathname)
        ? groupOf(/^([\w-]{11})$/, url.searchParams.get('v') ?? '')
        : groupOf(/^\/(?:shorts|embed|live)\/([\w-]{11})\/?$/, url.pathname),
    embedUrl: youtubeEmbed,
  },
  {
    embedType: 'tiktok',
    hosts: new Set(['tiktok.com', 'www.tiktok.com', 'm.tiktok.com']),
    idOf: (url) => groupOf(/^\/@[\w.-]{1,64}\/video\/(\d{1,20})\/?$/, url.pathname),
    embedUrl: (id) => `https://www.tiktok.com/player/v1/${id}`,
  },
  {
    embedType: 'twitter',
    hosts: new Set([
      'twitter.com',
      'www.twitter.com',
      'mobile.twitter.com',
      'x.com',
      'www.x.com',
      'mobile.x.com',
    ]),
    idOf: (url) =>
      groupOf(/^\/\w{1,15}\/status\/(\d{1,20})(?:\/(?:photo|video)\/\d)?\/?$/, url.pathname),
    embedUrl: (id) => `https://platform.twitter.com/embed/Tweet.html?id=${id}`,
  },
]
