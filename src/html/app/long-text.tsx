/**
 * Texts of any length: long ones are cut until somebody asks for all of them.
 *
 * @module
 */
import { useState } from 'preact/hooks'
import { isDiff, kindOfLine, type Piece, splitLines } from './marks.js'

/** Characters that are shown at first. */
const FIRST = 3_000

interface LongTextProps {
  readonly title: string
  readonly text: string
  /** The text in pieces, where quotes are marked. */
  readonly pieces?: readonly Piece[]
  readonly isWhole?: boolean
  readonly onWhole?: () => void
}

/** A titled text, with the lines of a diff coloured. */
export function LongText({ title, text, pieces = [{ text, quote: null }], isWhole = false, onWhole }: LongTextProps) {
  const [own, setOwn] = useState(false)
  const whole = isWhole || own || text.length <= FIRST * 1.2
  const shown = whole ? pieces : cutPieces(pieces)
  const showAll = () => {
    setOwn(true)
    onWhole?.()
  }
  return (
    <section class="text">
      <h4>
        {title} <span class="note">{text.length.toLocaleString('en-US')} characters</span>
      </h4>
      <pre>{isDiff(text) ? <Diff pieces={shown} /> : <Pieces pieces={shown} />}</pre>
      {!whole && <ShowAll length={text.length} onClick={showAll} />}
    </section>
  )
}

/** A text within a line. */
export function Collapsed({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(text.length <= FIRST)
  if (whole) return <>{text}</>
  return (
    <>
      {text.slice(0, FIRST)}… <ShowAll length={text.length} onClick={() => setWhole(true)} />
    </>
  )
}

function ShowAll({ length, onClick }: { readonly length: number; readonly onClick: () => void }) {
  return (
    <button type="button" class="more" onClick={onClick}>
      Show all {length.toLocaleString('en-US')} characters
    </button>
  )
}

function cutPieces(pieces: readonly Piece[]): readonly Piece[] {
  let room = FIRST
  return pieces.flatMap(({ text, quote }) => {
    const kept = text.slice(0, Math.max(0, room))
    room -= text.length
    return kept === '' ? [] : [{ text: kept, quote }]
  })
}

function Diff({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {splitLines(pieces).map((line, index) => (
        <span key={index} class={`line ${kindOfLine(line.map(({ text }) => text).join(''))}`}>
          <Pieces pieces={line} />
          {'\n'}
        </span>
      ))}
    </>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, quote }, index) =>
        quote === null ? (
          text
        ) : (
          <mark key={index} data-quote={quote} tabIndex={-1}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}
