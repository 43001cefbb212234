/**
 * Cases by dimensions. Only the rows in sight are in the document, so that a thousand scroll like ten.
 *
 * @module
 */
import { Fragment, type RefObject } from 'preact'
import { flushSync } from 'preact/compat'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Cell, ReportGroup, Row } from '../report-data.js'
import type { View } from './view.js'

/** Pixels, as in the style. */
const ROW = 34
/** Rows above and below those in sight. */
const SPARE = 12

interface HeatMapProps {
  readonly group: ReportGroup
  readonly rows: readonly Row[]
  /** Index of the row that keys move from. */
  readonly current: number
  readonly open: string
  readonly map: RefObject<HTMLDivElement | null>
  readonly onOpen: (index: number) => void
  readonly onSort: (part: Pick<View, 'column'>) => void
}

export function HeatMap({ group, rows, current, open, map, onOpen, onSort }: HeatMapProps) {
  const isPrinted = usePrinting()
  const [first, last] = useInSight(map, rows.length, isPrinted)
  useEffect(() => keepInSight(map.current, current), [current, rows])
  const trials = Math.max(1, ...group.rows.map((row) => row.trials.length))
  const least = Math.max(5.5, trials * 3)
  // From 9.5 on the names of the default dimensions stand on one line.
  const columns = `minmax(9rem, 1fr) 5.5rem repeat(${group.columns.length}, minmax(${least}rem, ${Math.max(9.5, least)}rem))`
  return (
    <>
      <div
        ref={map}
        class="map"
        role="grid"
        tabIndex={0}
        aria-label={`${group.name}: cases by dimensions`}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={rows.length > 0 ? `row-${current}` : undefined}
        style={{ '--columns': columns }}
      >
        <MapHead group={group} onSort={onSort} />
        <div class="rows" role="rowgroup" style={isPrinted ? {} : { height: `${rows.length * ROW}px` }}>
          {rows.slice(first, last).map((row, offset) => (
            <MapRow
              key={row.key}
              {...{ row, group }}
              index={first + offset}
              isCurrent={first + offset === current}
              isOpen={row.key === open}
              isPrinted={isPrinted}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p class="empty">Nothing fits the filters.</p>}
    </>
  )
}

function MapHead({ group, onSort }: Pick<HeatMapProps, 'group' | 'onSort'>) {
  return (
    <div class="map-row map-head" role="row" aria-rowindex={1}>
      <span role="columnheader">{group.kind === 'set' ? 'case' : 'test'}</span>
      <span role="columnheader">status</span>
      {group.columns.map(({ name, note, blocks, invert, mean }) => (
        <span key={name} role="columnheader">
          <button
            type="button"
            title={`${name}: ${note}. Click for those that are low or open in it.`}
            onClick={() => onSort({ column: name })}
          >
            <span class="column">
              {blocks && <span class="blocks">■ </span>}
              <Jointed name={name} />
              {invert && ' ↓'}
            </span>
            <span class="mean">{mean.text === '' ? '' : `mean ${mean.text}`}</span>
          </button>
        </span>
      ))}
    </div>
  )
}

/** A name that breaks behind its underscores and hyphens, before it breaks within a word. */
function Jointed({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(/(?<=[_-])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}

interface MapRowProps extends Pick<HeatMapProps, 'group' | 'onOpen'> {
  readonly row: Row
  readonly index: number
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly isPrinted: boolean
}

function MapRow({ row, group, index, isCurrent, isOpen, isPrinted, onOpen }: MapRowProps) {
  const { key, labels, trials, change } = row
  return (
    <div
      id={`row-${index}`}
      class={`map-row${isCurrent ? ' current' : ''}${isOpen ? ' open' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      style={isPrinted ? {} : { transform: `translateY(${index * ROW}px)` }}
      onClick={() => onOpen(index)}
    >
      <span class="id" role="rowheader" title={labels.length > 0 ? `${key} (${labels.join(', ')})` : key}>
        {key}
        {change !== null && <span class={`change ${change.replace(' ', '-')}`}> {change}</span>}
      </span>
      <span class="status" role="gridcell">
        <Status row={row} />
      </span>
      {group.columns.map((column, place) => (
        <span key={column.name} class="cells" role="gridcell">
          {trials.map((trial, number) => (
            <Figure key={number} cell={trial.cells[place]} />
          ))}
        </span>
      ))}
    </div>
  )
}

const MARKS = { pass: '✓', fail: '✗', unjudged: '?' } as const

/** With several trials how many of them passed, and whether they differ. */
export function Status({
  row: { status, trials, flickers },
}: {
  readonly row: Pick<Row, 'status' | 'trials' | 'flickers'>
}) {
  const passed = trials.filter((trial) => trial.status === 'pass').length
  return (
    <span class={`mark ${status}`}>
      {MARKS[status]} {trials.length === 1 ? status : `${passed}/${trials.length}`}
      {flickers && (
        <span class="flickers" title="flickers: some trials passed and some failed">
          {' ~'}
        </span>
      )}
    </span>
  )
}

/** A figure with its colour and its text. */
export function Figure({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined || cell.state === 'none') return <span class="cell none" />
  return <span class={`cell ${kindOf(cell)}`}>{cell.state === 'fallback' ? `f ${cell.text}` : cell.text}</span>
}

function kindOf({ state, quality, low }: Cell): string {
  const step = quality === null ? '' : ` q${Math.min(4, Math.floor(quality * 5))}`
  return `${state}${step}${low ? ' low' : ''}`
}

/** Paper cannot be scrolled. What is printed is what stands there when the browser has told that it will print. */
function usePrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const look = () => flushSync(() => setPrinted(media.matches))
    look()
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return isPrinted
}

/** First and last but one of the rows in sight, by how the frame is scrolled. */
function useInSight(map: RefObject<HTMLDivElement | null>, count: number, all: boolean): readonly [number, number] {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const frame = map.current
    if (frame === null) return
    const look = () => setTop(Math.floor(frame.scrollTop / ROW))
    look()
    frame.addEventListener('scroll', look, { passive: true })
    return () => frame.removeEventListener('scroll', look)
  }, [map, count])
  if (all) return [0, count]
  const first = Math.max(0, Math.min(top, count) - SPARE)
  // The frame is never higher than the window.
  return [first, Math.min(count, first + Math.ceil(innerHeight / ROW) + 2 * SPARE)]
}

function keepInSight(frame: HTMLElement | null, index: number): void {
  if (frame === null) return
  const head = frame.querySelector('.map-head')?.clientHeight ?? 0
  const y = index * ROW
  if (y < frame.scrollTop) frame.scrollTop = y
  else if (y + ROW + head > frame.scrollTop + frame.clientHeight) frame.scrollTop = y + ROW + head - frame.clientHeight
}
