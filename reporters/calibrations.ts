/**
 * What is stored of how judges agree with people.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALIBRATIONS, type Calibration, calibrationNotices, readCalibration } from '../src/report/calibration.js'
import type { RunResults } from '../src/report/results.js'
import { oneLine } from '../src/text.js'

/** Lines about the judges of a run. A file that cannot be read is told, and fails nothing. */
export function readCalibrations(root: string, results: RunResults): string[] {
  const folder = join(root, CALIBRATIONS)
  if (!existsSync(folder)) return []
  const faults: string[] = []
  const stored = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name): Calibration[] => {
      try {
        return [readCalibration(readFileSync(join(folder, name), 'utf8'), `${CALIBRATIONS}/${name}`)]
      } catch (error) {
        faults.push(oneLine((error as Error).message, 300))
        return []
      }
    })
  return [...calibrationNotices(results, stored), ...faults]
}
