/**
 * One run of a case: what came of it, why, and the texts with the quotes marked that the reasons rest on.
 *
 * @module
 */
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Part, Trial } from '../report-data.js'
import { Facts } from './head.js'
import { Figure, Status } from './heat-map.js'
import { Collapsed, LongText } from './long-text.js'
import { type Piece, splitByQuotes } from './marks.js'

/** Texts of a trial, and under which names they are shown. */
const TEXTS = { output: 'Output', diff: 'Diff', tool_calls: 'Tool calls', other: 'Compared with' } as const

interface Text {
  readonly field: string
  readonly title: string
  readonly text: string
  readonly pieces: readonly Piece[]
}

export function TrialDetails({ trial }: { readonly trial: Trial }) {
  const { name, reasons, parts, material, facts, record } = trial
  const own = useRef<HTMLElement>(null)
  const [whole, setWhole] = useState<readonly string[]>([])
  const quotes = useMemo(() => quotesOf(parts), [parts])
  const texts = useMemo(
    () =>
      Object.entries(TEXTS).flatMap(([field, title]): Text[] => {
        const text = material[field as keyof typeof TEXTS]
        return text === undefined ? [] : [{ field, title, text, pieces: splitByQuotes(text, quotes) }]
      }),
    [material, quotes],
  )
  const placeOf = (quote: string) => {
    const number = quotes.indexOf(quote)
    return texts.find(({ pieces }) => pieces.some((piece) => piece.quote === number))
  }
  const jump = (quote: string) => {
    const place = placeOf(quote)
    if (place === undefined) return
    setWhole([...whole, place.field])
    // After the text is whole.
    requestAnimationFrame(() => {
      const mark = own.current?.querySelector<HTMLElement>(`mark[data-quote="${quotes.indexOf(quote)}"]`)
      mark?.scrollIntoView({ block: 'center' })
      mark?.focus({ preventScroll: true })
    })
  }
  return (
    <article ref={own} class="trial" aria-label={name === '' ? undefined : name}>
      {name !== '' && (
        <h3>
          {name} <Status row={{ status: trial.status, trials: [trial], flickers: false }} />
        </h3>
      )}
      {reasons.length > 0 && (
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>
              <Collapsed text={reason} />
            </li>
          ))}
        </ul>
      )}
      {parts.map((part, index) => (
        <PartDetails key={index} part={part} isMarked={(quote) => placeOf(quote) !== undefined} onJump={jump} />
      ))}
      {texts.map(({ field, title, text, pieces }) => (
        <LongText
          key={field}
          {...{ title, text, pieces }}
          isWhole={whole.includes(field)}
          onWhole={() => setWhole([...whole, field])}
        />
      ))}
      <Facts facts={facts} />
      {record !== '' && (
        <details>
          <summary>The record as JSON</summary>
          <pre>{record}</pre>
        </details>
      )}
    </article>
  )
}

/** Quotes that hold, each once. */
function quotesOf(parts: readonly Part[]): readonly string[] {
  const held = parts.flatMap(({ evidence }) => evidence.filter(({ verified }) => verified))
  return [...new Set(held.map(({ quote }) => quote))]
}

interface PartProps {
  readonly part: Part
  readonly isMarked: (quote: string) => boolean
  readonly onJump: (quote: string) => void
}

function PartDetails({ part, isMarked, onJump }: PartProps) {
  const { name, note, justification, reason, evidence } = part
  return (
    <section class="part">
      <h4>
        <Figure cell={part} /> {name} <span class="note">{note}</span>
      </h4>
      {reason !== '' && (
        <p class="why">
          {part.state.replace('_', ' ')}: <Collapsed text={reason} />
        </p>
      )}
      {justification !== '' && (
        <p>
          <Collapsed text={justification} />
        </p>
      )}
      {evidence.map(({ quote, verified }, index) => (
        <p key={index} class={`evidence ${verified ? 'verified' : 'invented'}`}>
          {verified && isMarked(quote) ? (
            <button type="button" onClick={() => onJump(quote)} title="Show it in the text">
              <q>{quote}</q>
            </button>
          ) : (
            <q>
              <Collapsed text={quote} />
            </q>
          )}
          <span class="note">{noteOf(verified, isMarked(quote))}</span>
        </p>
      ))}
    </section>
  )
}

function noteOf(verified: boolean, isMarked: boolean): string {
  if (!verified) return ' ✗ not verified: it does not stand there'
  return isMarked ? ' ✓ verified' : ' ✓ verified, in a text or a part of it that is not kept here'
}
