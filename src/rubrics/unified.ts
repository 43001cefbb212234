/**
 * The unified rubric: four dimensions of equal weight, five anchors each.
 *
 * @module
 */
import type { Anchor, Rubric } from '../types.js'

/** Five texts for the bands 1-2, 3-4, 5-6, 7-8 and 9-10. */
function bands(...texts: [string, string, string, string, string]): Anchor[] {
  return texts.map((text, index) => ({ from: index * 2 + 1, to: index * 2 + 2, text }))
}

const correctness = bands(
  'The response answers another question than the one asked, or following it would break something that works now. Its central claim is contradicted by the material. A reader who trusts it ends up further from the goal.',
  'Part of the response holds, but at least one error changes what a reader would do: a wrong cause, a fix that does not run, a claim about code that is not there. Removing that error would change the conclusion.',
  'The main point is right and can be relied on. Around it there are slips: an edge case handled wrongly, a number or name that is off, a condition left out. None of them overturns the conclusion.',
  'Every claim that can be checked against the material is right. The causes named are the real ones, and edge cases that the challenge raises are handled. No statement has to be taken back.',
  'Right throughout, also at the point where most experts would slip: a misleading symptom, an exception to the usual rule, a trap in the challenge. The response shows why it is right with a proof, a trace, a counterexample or a test that a reader can repeat.',
)

const depth = bands(
  'The response restates what can be seen from outside. It says that something is wrong, or lists features, without saying why. Nothing in it needed a look at the material.',
  'A cause is named but not explained. The words "because of X" appear, yet how X leads to the effect is left open. A reader could not predict a second symptom from it.',
  'The mechanism is explained step by step: what happens first, what follows from it, where it goes wrong. The explanation stays at the one place in question.',
  'The mechanism is explained together with what it does elsewhere: other callers, other states, other users who are affected. At least one such effect is named concretely and follows from the mechanism.',
  'The response sees the single case as one of a class and names the class. It says how the design came to allow it, and what the same weakness will break next. At least one of those predictions can be checked in the material.',
)

const quality = bands(
  'A reader cannot act on it. There are no steps, or the steps contradict each other, or it is not clear which object they are about.',
  'A reader can act on it only after digging: the place, the order or the intended result must be found out first. Important and unimportant points stand side by side without a mark.',
  'Somebody who knows the code can act on it straight away. Places and intentions are named, but some steps are left to experience. A newcomer would have to ask.',
  'Anyone can follow it: ordered steps, each with its place and its expected result. The order is by importance or by necessity, and the reader knows when the work is done.',
  'The steps can be pasted in as they are: code, commands or texts that are complete and fit the place. The most important one stands first. There is no sentence that one could cut without loss.',
)

const persona = bands(
  'No trace of the character. The response could have been written by anyone for anyone.',
  'The character comes and goes as decoration: a greeting, a catch phrase, a closing line. Between those the voice is neutral, and taking them out would change nothing.',
  'The voice is steady from beginning to end and fits the character. The content is the same as it would be without the character.',
  'The character changes what is looked at first and why. A priority, a comparison or a warning stands there because this character would care about it, and the reason shows in the text.',
  'The content itself could only have come from this character: its experience or convictions lead to a point that others would miss. The response gains by it, and nothing in the voice gets in the way of the substance.',
)

/** Correctness, depth, quality and persona at 25 % each, on 1 to 10; total `(c + d + q + p) * 2.5`, so 10-100. */
export const unified: Rubric = {
  name: 'unified',
  dimensions: [
    {
      name: 'correctness',
      weight: 25,
      measures: 'whether what the response says is true and solves the challenge as posed',
      anchors: correctness,
    },
    {
      name: 'depth',
      weight: 25,
      measures: 'how far the response goes from the symptom to its causes and their consequences',
      anchors: depth,
    },
    {
      name: 'quality',
      weight: 25,
      measures: 'how directly a reader can act on the response',
      anchors: quality,
    },
    {
      name: 'persona',
      weight: 25,
      measures: 'whether the response speaks and thinks as the character it was asked to be',
      anchors: persona,
    },
  ],
}

/** Names of dimensions that ask for a character; left out where none was given. */
export const PERSONA_DIMENSIONS: ReadonlySet<string> = new Set(['persona'])
