/**
 * Rubrics of the four phases of a relay: plan (sm), failing tests (tea), code (dev), review (reviewer). Their dimensions go by
 * the anchors of the unified rubric (spec/judging.md, "Rubrics").
 *
 * @module
 */
import type { PhaseName } from '../scoring/relay.js'
import type { Dimension, Rubric } from '../types.js'
import { unified } from './unified.js'

const ANCHORS = new Map(unified.dimensions.map(({ name, anchors = [] }) => [name, anchors]))

/** A dimension with the anchors of a unified one. */
function dimension(name: string, weight: number, like: string, measures: string): Dimension {
  return { name, weight, measures, anchors: ANCHORS.get(like) ?? [] }
}

/** The plan: clarity 30, handoff 40, completeness 30. */
export const sm: Rubric = {
  name: 'sm',
  dimensions: [
    dimension('clarity', 30, 'quality', 'whether goal, scope and acceptance criteria can be read in one way only'),
    dimension('handoff', 40, 'quality', 'whether the tester can start from the plan without asking back'),
    dimension(
      'completeness',
      30,
      'depth',
      'how far the plan covers what the work needs, causes and side effects included',
    ),
  ],
}

/** The failing tests: coverage 35, red state 35, handoff 30. */
export const tea: Rubric = {
  name: 'tea',
  dimensions: [
    dimension('coverage', 35, 'depth', 'how far the tests cover the required behaviour, its edges and its failures'),
    dimension('red_state', 35, 'correctness', 'whether the tests run, and fail now for the reason that is meant'),
    dimension('handoff', 30, 'quality', 'whether the developer can see from the tests what to build'),
  ],
}

/** The code: green state 40, code quality 30, handoff 30. */
export const dev: Rubric = {
  name: 'dev',
  dimensions: [
    dimension('green_state', 40, 'correctness', 'whether the code makes all tests pass without weakening them'),
    dimension('code_quality', 30, 'quality', 'whether the code can be read, changed and kept by others as it stands'),
    dimension('handoff', 30, 'quality', 'whether the reviewer is told what was done, why, and where to look'),
  ],
}

/** The review: detection 40, verdict 30, persona 30. */
export const reviewer: Rubric = {
  name: 'reviewer',
  dimensions: [
    dimension('detection', 40, 'correctness', 'whether the defects that are there are found, and none that is not'),
    dimension('verdict', 30, 'correctness', 'whether the decision follows from the findings and weighs them rightly'),
    dimension('persona', 30, 'persona', 'whether the review speaks and thinks as its character'),
  ],
}

/** All built-in rubrics by name. */
export const rubrics: Readonly<Record<'unified' | PhaseName, Rubric>> = { unified, sm, tea, dev, reviewer }
