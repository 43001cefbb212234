/**
 * Search and filters.
 *
 * @module
 */
import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import type { ReportGroup } from '../report-data.js'
import { labelsOf, statusesOf, type View } from './view.js'

interface FiltersProps {
  readonly group: ReportGroup
  readonly view: View
  /** How many rows are left. */
  readonly shown: number
  readonly search: RefObject<HTMLInputElement | null>
  readonly onChange: (part: Partial<View>) => void
}

export function Filters({ group, view, shown, search, onChange }: FiltersProps) {
  const labels = useMemo(() => labelsOf(group), [group])
  const all = group.rows.length
  const isFiltered = [view.query, view.label, view.status, view.column].some((text) => text !== '')
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <input
        ref={search}
        type="search"
        placeholder="Search  /"
        aria-label="Search in cases, texts and reasons"
        value={view.query}
        onInput={(event) => onChange({ query: event.currentTarget.value })}
      />
      <Choice
        name="Status"
        value={view.status}
        options={statusesOf(group)}
        onChange={(status) => onChange({ status: status as View['status'] })}
      />
      {labels.length > 0 && (
        <Choice name="Label" value={view.label} options={labels} onChange={(label) => onChange({ label })} />
      )}
      <Choice
        name="Low or open in"
        value={view.column}
        options={group.columns.map(({ name }) => name)}
        onChange={(column) => onChange({ column })}
      />
      <span class="count" role="status">
        {shown === all ? `${all}` : `${shown} of ${all}`} {group.kind === 'set' ? 'cases' : 'tests'}
      </span>
      {isFiltered && (
        <button type="button" onClick={() => onChange({ query: '', label: '', status: '', column: '' })}>
          Clear
        </button>
      )}
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly options: readonly string[]
  readonly onChange: (value: string) => void
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {name}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  )
}
