/**
 * Teaches Vitest's types the matchers, the records and the plugin's context. No type parameters: that form is legal for
 * `Matchers` of Vitest 4 and of Vitest 5.
 *
 * @module
 */
import type { WorkerContext } from './context.js'
import type { JudgeMatchers } from './judge-matchers.js'
import type { JudgeMeta } from './records.js'

declare module 'vitest' {
  interface Matchers extends JudgeMatchers {}
  interface TaskMeta {
    judge?: JudgeMeta
  }
  interface ProvidedContext {
    vitestJudge?: WorkerContext
  }
}
