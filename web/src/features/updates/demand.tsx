import { Markdown } from '../../ui/markdown/markdown.tsx'

/** What would end a boycott; nothing if its author has not said so. */
export const Demand = ({ demand }: { demand: string | null }) =>
  demand === null ? null : (
    <section aria-labelledby="demand">
      <h2 id="demand" className="section-title">
        What would end it
      </h2>
      <div className="prose-text">
        <Markdown text={demand} />
      </div>
    </section>
  )
