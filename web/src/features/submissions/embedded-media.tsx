import { useState } from 'react'
import type { Embed } from './embed.ts'

/** Sends no request to the other site before the reader loads the content. */
export const EmbeddedMedia = ({ embed, title }: { embed: Embed; title: string }) => {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div className="embed" data-kind={embed.kind}>
      {isLoaded ? (
        <iframe
          src={embed.src}
          title={`${embed.label}: ${title}`}
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
          allow="fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          loading="lazy"
        />
      ) : (
        <div className="grid justify-items-center gap-3 p-6 text-center">
          <p className="text-pretty">
            {embed.label} content. Loading it connects you to {embed.label}.
          </p>
          <button type="button" className="button-secondary" onClick={() => setLoaded(true)}>
            Load Content
          </button>
        </div>
      )}
    </div>
  )
}
