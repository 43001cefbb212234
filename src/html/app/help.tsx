/**
 * What the keys and signs mean.
 *
 * @module
 */
import { useEffect, useRef } from 'preact/hooks'
import { KEYS } from './keys.js'

const SIGNS: readonly (readonly [sign: string, kind: string, what: string])[] = [
  ['0.90', 'q4', 'near the best: 1, or 0 where lower is better'],
  ['0.50', 'q2', 'between'],
  ['0.10', 'q0', 'near the worst'],
  ['0.40', 'q1 low', 'underlined: misses its threshold'],
  ['f 1.00', 'fallback', 'scored by the deterministic fallback, not by the judge'],
  ['?', 'unjudged', 'could not be judged; neither 0 nor a pass'],
  ['n/a', 'not_applicable', 'does not apply to what was judged'],
]

export function Help({ onClose }: { readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <div class="help" role="dialog" aria-modal="true" aria-label="Help">
      <button type="button" ref={close} class="close" onClick={onClose}>
        Close
      </button>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h2>Signs</h2>
      <dl>
        {SIGNS.map(([sign, kind, what]) => (
          <div key={what}>
            <dt>
              <span class={`cell ${kind}`}>{sign}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
