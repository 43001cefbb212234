/**
 * The keyboard.
 *
 * @module
 */
import { useLayoutEffect } from 'preact/hooks'

/** What keys do. */
export interface Actions {
  move(step: number): void
  ends(last: boolean): void
  open(): void
  close(): void
  search(): void
  help(): void
}

/** Keys and what they do, as the help says it. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'search'],
  ['j k, ↓ ↑', 'next and previous case'],
  ['Home End', 'first and last case'],
  ['Enter', 'open the case'],
  ['Esc', 'close it, or leave the search'],
  ['?', 'this help'],
]

/** Listens for keys of the whole page; what has keys of its own keeps them. */
export function useKeys(actions: Actions): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const act = actionOf(event.key, actions, event.target as HTMLElement)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}

function actionOf(key: string, actions: Actions, target: HTMLElement): (() => void) | undefined {
  const isField = target.matches('input, select, textarea')
  if (key === 'Escape') return isField ? () => target.blur() : actions.close
  if (isField || (key === 'Enter' && target.matches('button, summary, [role=button]'))) return undefined
  // In what is open the arrows scroll.
  const isReading = target.closest('.details') !== null
  const moves: Readonly<Record<string, () => void>> = {
    j: () => actions.move(1),
    k: () => actions.move(-1),
    '/': actions.search,
    '?': actions.help,
    ...(!isReading && {
      ArrowDown: () => actions.move(1),
      ArrowUp: () => actions.move(-1),
      PageDown: () => actions.move(10),
      PageUp: () => actions.move(-10),
      Home: () => actions.ends(false),
      End: () => actions.ends(true),
      Enter: actions.open,
    }),
  }
  return Object.hasOwn(moves, key) ? moves[key] : undefined
}
