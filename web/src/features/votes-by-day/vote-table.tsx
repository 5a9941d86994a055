import { minVotesOfPeriod, type VotePeriod } from '@answerable/contracts/votes-by-day'
import { plain } from '../../ui/figures.ts'
import { periodName } from './periods.ts'

/** The figures of the charts with held and voided votes, latest first. */
export const VoteTable = ({ periods }: { periods: readonly VotePeriod[] }) => (
  <details className="chart-table">
    <summary>The figures as a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
    <section className="table-scroll" tabIndex={0} aria-label="Votes by day">
      <table className="table">
        <thead>
          <tr>
            {['Days', 'Up', 'Down', 'Held', 'Voided'].map((name) => (
              <th key={name} scope="col" className={name === 'Days' ? undefined : 'table-figure'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.last}>
              <th scope="row">{periodName(period)}</th>
              {[period.up, period.down, period.held, period.voided].map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are constant
                <td key={at} className="table-figure">
                  {value === null ? `under ${minVotesOfPeriod}` : plain(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <p className="mt-2 text-sm text-soft">
      Held votes wait for an administrator, and voided votes do not count. Fewer than{' '}
      {minVotesOfPeriod} of them are not shown.
    </p>
  </details>
)
