/**
 * Entry for `reporters: ['default', 'vitest-judge/reporter']`. With the plugin it is there already.
 *
 * @module
 */
export { JudgeReporter as default, type JudgeReporterOptions } from './judge-reporter.js'
