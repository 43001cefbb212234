/**
 * Which groups there are, and what the one that is looked at came to.
 *
 * @module
 */
import type { ReportGroup } from '../report-data.js'
import { Facts } from './head.js'
import type { View } from './view.js'

interface GroupsProps {
  readonly groups: readonly ReportGroup[]
  readonly view: View
  readonly onChange: (part: Partial<View>) => void
}

export function Groups({ groups, view, onChange }: GroupsProps) {
  return (
    <nav class="groups" aria-label="Eval sets and matchers">
      {groups.map((group, index) => (
        <button
          type="button"
          key={index}
          aria-current={index === view.group ? 'true' : undefined}
          onClick={() => onChange({ group: index })}
        >
          <span class={`mark ${group.passed ? 'pass' : 'fail'}`}>{group.passed ? '✓' : '✗'}</span>
          <span class="group">{group.name}</span>
          <span class="count">{group.rows.length}</span>
        </button>
      ))}
    </nav>
  )
}

export function GroupHead({ group }: { readonly group: ReportGroup }) {
  const { name, file, verdict, passed, reasons, facts } = group
  return (
    <>
      <h2>
        {name} <span class={`verdict ${passed ? 'pass' : 'fail'}`}>{verdict}</span>
        {file !== null && <span class="file"> {file}</span>}
      </h2>
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <Facts facts={facts} />
    </>
  )
}
