/**
 * Every place in every mode where untrusted text enters a question.
 *
 * @module
 */
import type { Slot } from './slot.js'
import { EVAL_SLOTS } from './slots-eval.js'
import { REVIEW_SLOTS } from './slots-reviews.js'
import { SIDES_SLOTS } from './slots-sides.js'
import { SOLO_SLOTS } from './slots-solo.js'

/** All of them. */
export const SLOTS: readonly Slot[] = [...SOLO_SLOTS, ...SIDES_SLOTS, ...EVAL_SLOTS, ...REVIEW_SLOTS]
