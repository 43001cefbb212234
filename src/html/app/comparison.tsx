/**
 * How the group differs from the baseline.
 *
 * @module
 */
import type { GroupComparison, RunComparison } from '../../report/compare-runs.js'
import { countChanges, describeChance, listChanges, showP, tellVerdict } from '../../report/compare-words.js'
import type { ReportGroup } from '../report-data.js'

interface ComparisonProps {
  readonly comparison: RunComparison | null
  readonly group: ReportGroup
  readonly onOpen: (key: string) => void
}

export function Comparison({ comparison, group, onOpen }: ComparisonProps) {
  const compared = comparison?.groups.find(({ kind, name }) => kind === group.kind && isNamed(name, group))
  if (!comparison || !compared) return null
  const { baseline, started, git, forced, notes } = comparison
  const commit = git === undefined ? '' : `, commit ${git.commit.slice(0, 10)}`
  return (
    <section class="comparison" aria-label="Comparison with the baseline">
      <h3>
        Against the baseline:{' '}
        <span class={`change ${compared.verdict.replaceAll(' ', '-')}`}>{tellVerdict(compared)}</span>
      </h3>
      <p class="note">
        {baseline} of {started}
        {commit}
        {forced && '. Compared also what was judged in another way; such figures say little'}
      </p>
      <p>{figuresOf(compared)}</p>
      {[...notes, ...compared.notes].map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {listChanges(compared).map(([title, names]) => (
        <Names key={title} {...{ title, names, group, onOpen }} />
      ))}
    </section>
  )
}

/** Two sets of one name are called with their files. */
function isNamed(name: string, group: ReportGroup): boolean {
  return name === group.name || name === `${group.name} (${group.file})`
}

function figuresOf(compared: GroupComparison): string {
  const { pairs, difference, interval, p_value } = compared
  const score = difference === null ? 'no score in both' : `${signed(difference)} per case on average`
  const range = interval === null ? '' : ` (95 % interval ${signed(interval.lower)} to ${signed(interval.upper)})`
  const test = p_value === null ? '' : ` · McNemar's exact p = ${showP(p_value)}`
  const chance = describeChance(compared)
  return `${pairs} compared · ${score}${range}${test}${chance === '' ? '' : ` · ${chance}`} · ${countChanges(compared)}`
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return text === '0.00' ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** Most names that are shown of one kind; the filter has all of them. */
const MOST = 30

interface NamesProps extends Pick<ComparisonProps, 'group' | 'onOpen'> {
  readonly title: string
  readonly names: readonly string[]
}

function Names({ title, names, group, onOpen }: NamesProps) {
  const keys = new Set(group.rows.map(({ key }) => key))
  return (
    <p class="names">
      <b>
        {title} ({names.length}):
      </b>{' '}
      {names.slice(0, MOST).map((name) =>
        keys.has(name) ? (
          <button type="button" key={name} class="link" onClick={() => onOpen(name)}>
            {name}
          </button>
        ) : (
          <span key={name}>{name} </span>
        ),
      )}
      {names.length > MOST && ` and ${names.length - MOST} more`}
    </p>
  )
}
