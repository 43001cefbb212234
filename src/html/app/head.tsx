/**
 * The head of the page: what the gate decided, and why.
 *
 * @module
 */
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Fact, ReportData } from '../report-data.js'

export function Head({ data, onHelp }: { readonly data: ReportData; readonly onHelp: () => void }) {
  const { gate, run, notes } = data
  return (
    <header class={gate.passed ? 'passed' : 'failed'}>
      <div class="bar">
        <p class="name">
          vitest-judge <span class="file">{data.file}</span>
        </p>
        <Theme />
        <button type="button" onClick={onHelp} aria-label="Help: keys and signs">
          ?
        </button>
      </div>
      <h1>
        <span class={`verdict ${gate.passed ? 'pass' : 'fail'}`}>{gate.passed ? 'PASS' : 'FAIL'}</span>{' '}
        {gate.passed ? 'The gate is open' : 'The gate is closed'}
        {run.partial && <span class="partial"> · partial run</span>}
      </h1>
      {gate.reasons.length > 0 && (
        <ul class="reasons">
          {gate.reasons.map(({ evalset, kind, text }) => (
            <li key={`${evalset} ${text}`}>
              <span class="kind">{kind}</span> {evalset !== null && <b>{evalset}</b>} {text}
            </li>
          ))}
        </ul>
      )}
      <p class="line">{gate.line}</p>
      <Facts facts={data.facts} />
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </header>
  )
}

/** Names and what they are. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const THEMES = ['auto', 'light', 'dark'] as const
const KEY = 'vitest-judge-theme'

function Theme() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>(() => readStored() ?? 'auto')
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  const next = () => {
    const chosen = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
    setTheme(chosen)
    try {
      localStorage.setItem(KEY, chosen)
    } catch {
      // Pages from files may have no storage; then it holds as long as the page.
    }
  }
  return (
    <button type="button" onClick={next} aria-label={`Colours: ${theme}`}>
      {theme}
    </button>
  )
}

function readStored(): (typeof THEMES)[number] | undefined {
  try {
    return THEMES.find((one) => one === localStorage.getItem(KEY))
  } catch {
    return undefined
  }
}
