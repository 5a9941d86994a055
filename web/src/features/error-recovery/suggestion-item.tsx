import type { Severity, Suggestion } from '@answerable/contracts/diagnostics'

const severities = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
} as const satisfies Record<Severity, string>

const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** One suggestion. The most likely one is expanded. */
export const SuggestionItem = ({
  suggestion,
  isFirst,
}: {
  suggestion: Suggestion
  isFirst: boolean
}) => (
  <li className="suggestion">
    <details open={isFirst}>
      <summary>
        <h4>{suggestion.title}</h4>
        <p className="place">
          <span className="severity" data-severity={suggestion.severity}>
            {severities[suggestion.severity]} severity
          </span>{' '}
          <span>{suggestion.category}</span> <span>{suggestion.estimatedTime}</span>{' '}
          <span>{percent.format(suggestion.confidence)} confidence</span>
        </p>
      </summary>
      <p className="mt-2 text-pretty">{suggestion.description}</p>
      <Steps title="What to do" steps={suggestion.actionSteps} isOrdered />
      <Steps title="To prevent it" steps={suggestion.preventionTips} />
    </details>
  </li>
)

type StepsProps = { title: string; steps: readonly string[]; isOrdered?: boolean }

const Steps = ({ title, steps, isOrdered }: StepsProps) => {
  if (steps.length === 0) return null
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <>
      <h5 className="mt-3 font-semibold">{title}</h5>
      <List className={isOrdered ? 'mt-1 list-decimal pl-5' : 'mt-1 list-disc pl-5'}>
        {steps.map((step) => (
          <li key={step} className="mt-0.5 text-pretty">
            {step}
          </li>
        ))}
      </List>
    </>
  )
}
