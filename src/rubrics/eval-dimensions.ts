/**
 * What the dimensions of eval sets measure, in words for the judge.
 *
 * @module
 */

/** By the names that spec and default rubric use; other dimensions are told by their own `measures` or their name. */
export const EVAL_DIMENSIONS: Readonly<Record<string, string>> = {
  task_success:
    'Does what was produced do what the material "expected" says, for the material "input"? 1: all of it, and nothing of "must_not". 0.5: the main part, with something expected missing. 0: it does not, or anything of "must_not" happens.',
  tool_use_quality:
    'Are the tools in "tool_calls" the right ones, with right arguments, and are their results and errors used? 1: each call serves the task and its result is used. 0.5: it gets there with wrong or wasted calls. 0: the tools are misused or ignored.',
  trajectory:
    'Is the sequence in "tool_calls" a sensible way from input to result? 1: direct, in an order in which each step builds on the last, checking before changing. 0.5: it arrives with detours, repeated steps or needless risk. 0: aimless, in circles, or stopped before the goal.',
  hallucination:
    'How likely is it that what was produced states or relies on something that is neither in the material nor common knowledge: files, functions, facts, results of steps never taken? 0: everything can be traced. 0.5: something doubtful is presented as certain. 1: something invented carries the result.',
  response_quality:
    'Is what was produced clear, complete and fit for use by the one who asked? 1: it can be used as it is. 0.5: it needs rework in parts. 0: it cannot be used.',
}
