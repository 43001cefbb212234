/**
 * One case: what it was given, and each of its trials side by side.
 *
 * @module
 */
import { useEffect, useRef } from 'preact/hooks'
import type { ReportGroup, Row } from '../report-data.js'
import { Status } from './heat-map.js'
import { LongText } from './long-text.js'
import { TrialDetails } from './trial.js'

interface DetailsProps {
  readonly row: Row
  readonly group: ReportGroup
  readonly onClose: () => void
  readonly onMove: (step: number) => void
}

/** What all trials have in common, and under which name it is shown. */
const SHARED = { input: 'Input', expected: 'Expected', must_not: 'Must not' } as const

export function Details({ row, group, onClose, onMove }: DetailsProps) {
  const { key, labels, change, trials } = row
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.focus({ preventScroll: true }), [])
  const [first] = trials
  return (
    <div
      ref={own}
      class={`details${trials.length > 1 ? ' wide' : ''}`}
      role="dialog"
      aria-label={`${group.kind === 'set' ? 'Case' : 'Test'} ${key}`}
      tabIndex={-1}
    >
      <div class="bar">
        <button type="button" onClick={() => onMove(-1)} aria-label="Previous case">
          ↑
        </button>
        <button type="button" onClick={() => onMove(1)} aria-label="Next case">
          ↓
        </button>
        <span class="name">{group.name}</span>
        <button type="button" class="close" onClick={onClose}>
          Close
        </button>
      </div>
      <h2>
        {key} <Status row={row} />
        {change !== null && <span class={`change ${change.replace(' ', '-')}`}> {change} since the baseline</span>}
      </h2>
      {labels.length > 0 && (
        <p class="labels">
          {labels.map((label) => (
            <span key={label} class="label">
              {label}
            </span>
          ))}
        </p>
      )}
      {first &&
        Object.entries(SHARED).map(([field, title]) => {
          const text = first.material[field as keyof typeof SHARED]
          return text === undefined ? null : <LongText key={field} {...{ title, text }} />
        })}
      {first && Object.keys(first.material).length === 0 && (
        <p class="note">The results hold no texts of it: nothing was given, or an earlier version wrote them.</p>
      )}
      <div class="trials" style={{ '--trials': trials.length }}>
        {trials.map((trial, index) => (
          <TrialDetails key={index} trial={trial} />
        ))}
      </div>
    </div>
  )
}
