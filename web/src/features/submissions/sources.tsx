import { sourceParts } from './source-parts.ts'

export const Sources = ({ text }: { text: string }) => (
  <p className="whitespace-pre-line wrap-anywhere">
    {sourceParts(text).map((part, index) => {
      const key = `${index} ${part.text}`
      if (part.href === undefined) return <span key={key}>{part.text}</span>
      return (
        <a
          key={key}
          className="link"
          href={part.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
        >
          {part.text}
        </a>
      )
    })}
  </p>
)
