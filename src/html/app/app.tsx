/**
 * The page: head, groups, filters, heat map, and what is open.
 *
 * @module
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ReportData } from '../report-data.js'
import { Comparison } from './comparison.js'
import { Details } from './details.js'
import { Filters } from './filters.js'
import { GroupHead, Groups } from './groups.js'
import { Head } from './head.js'
import { HeatMap } from './heat-map.js'
import { Help } from './help.js'
import { type Actions, useKeys } from './keys.js'
import { Trends } from './trends.js'
import { chooseRows, readView, type View, writeView } from './view.js'

export function App({ data }: { readonly data: ReportData }) {
  const [view, change] = useView(data)
  const [help, setHelp] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const map = useRef<HTMLDivElement>(null)
  const group = data.groups[view.group]
  const { query, label, status, column } = view
  // What is open does not change which rows are there.
  const rows = useMemo(
    () => (group === undefined ? [] : chooseRows(group, { ...view, open: '' })),
    [group, query, label, status, column],
  )
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ key }) => key === view.open),
    ),
  )
  const within = (index: number) => Math.max(0, Math.min(index, rows.length - 1))
  const current = within(at)
  // Keys may come faster than the page is drawn, so the place is not only in what was drawn.
  const place = useRef(current)
  place.current = current
  const isOpen = view.open !== ''
  const goTo = (index: number, opens: boolean) => {
    place.current = within(index)
    setAt(place.current)
    if (opens) change({ open: rows[place.current]?.key ?? '' })
  }
  const close = () => {
    change({ open: '' })
    map.current?.focus({ preventScroll: true })
  }
  const actions: Actions = {
    move: (step) => goTo(place.current + step, isOpen),
    ends: (last) => goTo(last ? rows.length - 1 : 0, isOpen),
    open: () => goTo(place.current, true),
    close: () => (help ? setHelp(false) : close()),
    search: () => search.current?.focus(),
    help: () => setHelp(!help),
  }
  useKeys(actions)
  const row = isOpen ? group?.rows.find(({ key }) => key === view.open) : undefined
  return (
    <>
      <Head data={data} onHelp={actions.help} />
      <main>
        {data.groups.length === 0 && <p class="empty">Nothing was judged in this run.</p>}
        {data.groups.length > 1 && <Groups groups={data.groups} view={view} onChange={change} />}
        {group && (
          <section aria-label={group.name}>
            <GroupHead group={group} />
            <Trends trends={data.trends} group={group} file={data.file} />
            <Comparison comparison={data.comparison} group={group} onOpen={(key) => change({ open: key })} />
            <Filters group={group} view={view} shown={rows.length} search={search} onChange={change} />
            <HeatMap
              {...{ group, rows, current, map, open: view.open }}
              onOpen={(index) => goTo(index, true)}
              onSort={change}
            />
          </section>
        )}
      </main>
      {row && group && <Details key={row.key} row={row} group={group} onClose={close} onMove={actions.move} />}
      {help && <Help onClose={() => setHelp(false)} />}
    </>
  )
}

/** The view, kept in the address. Another group has other filters. */
function useView({ groups }: ReportData): readonly [View, (part: Partial<View>) => void] {
  const [view, setView] = useState(() => readView(location.hash, groups))
  useEffect(() => {
    const read = () => setView(readView(location.hash, groups))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [groups])
  const change = (part: Partial<View>) => {
    const fresh = part.group === undefined ? {} : { query: '', label: '', status: '' as const, column: '', open: '' }
    const next = { ...view, ...fresh, ...part }
    setView(next)
    history.replaceState(null, '', `#${writeView(next, groups)}`)
  }
  return [view, change]
}
