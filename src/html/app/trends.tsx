/**
 * Figures and cost over the runs of the folder.
 *
 * @module
 */
import { useState } from 'preact/hooks'
import { showRate } from '../../score-text.js'
import type { ReportGroup, Trend, TrendLine } from '../report-data.js'
import { Facts } from './head.js'

const WIDTH = 640
const HEIGHT = 120
const EDGE = 12

interface TrendsProps {
  readonly trends: readonly Trend[]
  readonly group: ReportGroup
  /** The file of this run. */
  readonly file: string
}

export function Trends({ trends, group, file }: TrendsProps) {
  const trend = trends.find(({ kind, name }) => kind === group.kind && name === group.name)
  const [chosen, choose] = useState<number | null>(null)
  if (trend === undefined) return null
  const { runs, lines } = trend
  const at = chosen === null || chosen >= runs.length ? runs.findIndex((run) => run.file === file) : chosen
  const run = runs[at]
  return (
    <details class="trend" open>
      <summary>
        Trend over {runs.length} runs
        {lines.map((line, index) => (
          <span key={line.name} class={`series s${index % 4}`}>
            {' '}
            {SHAPES[index % 4]} {line.name}
            {line.invert && ' ↓'}
          </span>
        ))}
      </summary>
      <Chart
        {...{ lines, count: runs.length, at, choose }}
        describe={(place) => `${runs[place]?.started} ${runs[place]?.git}`}
      />
      {runs.some(({ cost }) => cost !== null) && (
        <Chart
          lines={[costLine(runs.map(({ cost }) => cost))]}
          {...{ count: runs.length, at, choose }}
          isCost
          describe={(place) => `${runs[place]?.started}: cost ${showCost(runs[place]?.cost ?? null)}`}
        />
      )}
      {run && (
        <Facts
          facts={[
            [run.file === file ? 'this run' : 'run', run.started],
            ...(run.git === '' ? [] : [['commit', run.git.replace(/^commit /, '')] as const]),
            ...lines.map((line) => [line.name, showValue(line.values[at] ?? null)] as const),
            ['cost', showCost(run.cost)],
            ['file', run.file],
            ...(run.partial ? [['partial', 'not all that was asked for ran'] as const] : []),
          ]}
        />
      )}
    </details>
  )
}

/** One for each line, so that they differ without colours. */
const SHAPES = ['●', '■', '▲', '◆'] as const

function showValue(value: number | null): string {
  return value === null ? 'none' : showRate(value)
}

function showCost(cost: number | null): string {
  return cost === null ? 'not known' : `${cost.toLocaleString('en-US', { maximumFractionDigits: 4 })} USD`
}

/** As shares of the highest. */
function costLine(costs: readonly (number | null)[]): TrendLine {
  const most = Math.max(...costs.map((cost) => cost ?? 0), Number.MIN_VALUE)
  return { name: 'cost', invert: true, values: costs.map((cost) => (cost === null ? null : cost / most)) }
}

interface ChartProps {
  readonly lines: readonly TrendLine[]
  readonly count: number
  readonly at: number
  readonly isCost?: boolean
  readonly choose: (place: number) => void
  readonly describe: (place: number) => string
}

/** Lines of 0-1, with a strip to click or focus for each run. */
function Chart({ lines, count, at, isCost = false, choose, describe }: ChartProps) {
  const height = isCost ? HEIGHT / 3 : HEIGHT
  const x = (place: number) => EDGE + (count === 1 ? 0 : (place / (count - 1)) * (WIDTH - 2 * EDGE))
  const y = (value: number) => height - EDGE / 2 - value * (height - EDGE)
  const step = (WIDTH - 2 * EDGE) / Math.max(1, count - 1)
  return (
    <figure class={isCost ? 'chart cost' : 'chart'}>
      <figcaption>{isCost ? 'cost' : '0 to 1'}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="group"
        aria-label={isCost ? 'Cost of the runs' : 'Figures of the runs'}
      >
        {!isCost && [0, 0.5, 1].map((value) => <path key={value} class="grid" d={`M0 ${y(value)}H${WIDTH}`} />)}
        <path class="here" d={`M${x(at)} 0V${height}`} />
        {lines.map(({ name, values }, index) => (
          <g key={name} class={`series s${isCost ? 'c' : index % 4}`}>
            <path d={pathOf(values, x, y)} />
            {values.map((value, place) =>
              value === null ? null : (
                <text key={place} x={x(place)} y={y(value)}>
                  {isCost ? '●' : SHAPES[index % 4]}
                </text>
              ),
            )}
          </g>
        ))}
        {Array.from({ length: count }, (_, place) => (
          <rect
            key={place}
            x={x(place) - step / 2}
            y={0}
            width={step}
            height={height}
            role="button"
            tabIndex={isCost ? -1 : 0}
            aria-label={describe(place)}
            onClick={() => choose(place)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.stopPropagation()
              choose(place)
            }}
          >
            <title>{describe(place)}</title>
          </rect>
        ))}
      </svg>
    </figure>
  )
}

/** A run without the figure leaves a gap. */
function pathOf(
  values: readonly (number | null)[],
  x: (place: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, place) => {
      if (value === null) return ''
      const isStart = (values[place - 1] ?? null) === null
      return `${isStart ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}
