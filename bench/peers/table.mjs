/**
 * The figures of a benchmark as Markdown.
 *
 * @module
 */

/** One table of a scenario; `base` is the contestant whose figures are 1.00. */
export function tableOf({ title, rows, base }) {
  const head = ['', 'wall', '', 'CPU', '', 'memory', 'calls', 'at once', '429', 'failed', 'exit']
  const lines = rows.map((row) => (row.cannot ? noRow(row, head.length) : cellsOf(row, base)))
  return [
    `**${title}**`,
    '',
    line(head),
    line(head.map((_, at) => (at === 0 ? '---' : '--:'))),
    ...lines.map(line),
  ].join('\n')
}

/** Medians of the runs; of counts too, as refusals fall on different calls each time. */
export function summarize(runs) {
  const keys = ['wall', 'cpu', 'memory', 'requests', 'maxInFlight', 'limited', 'failures', 'code']
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))]))
}

function cellsOf({ name, figures, spread }, base) {
  const { wall, cpu, memory, requests, maxInFlight, limited, failures, code } = figures
  return [
    name,
    `${wall.toFixed(1)} s (${spread.map((value) => value.toFixed(1)).join('–')})`,
    ratio(wall, base?.wall),
    cpu === null ? '?' : `${cpu.toFixed(1)} s`,
    ratio(cpu, base?.cpu),
    memory === null ? '?' : `${Math.round(memory)} MB`,
    ...[requests, maxInFlight, limited, failures, code].map((value) => (value === null ? '?' : String(value))),
  ]
}

function noRow({ name, cannot }, width) {
  return [name, `– ${cannot}`, ...Array.from({ length: width - 2 }, () => '')]
}

function ratio(value, base) {
  return value === null || !base ? '' : `${(value / base).toFixed(2)} ×`
}

function median(values) {
  if (values.some((value) => value === null)) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function line(cells) {
  return `| ${cells.join(' | ')} |`
}
