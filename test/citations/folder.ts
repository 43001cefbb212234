/**
 * Folders with sources for the citation gate; each goes with its test.
 *
 * @module
 */
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import file from '../fixtures/citation-cases.json' with { type: 'json' }
import { type Files, write } from '../support/run-vitest.js'

/** One case of the fixture. */
export interface CitationCase {
  readonly name: string
  readonly judge_md: string
  readonly expect_reasons: readonly string[]
  readonly expect_exit: number
  readonly expect_verdict: string
  readonly remove_files?: readonly string[]
  readonly symlinks?: Readonly<Record<string, string>>
}

export const cases: readonly CitationCase[] = file.cases
export const allowed: readonly string[] = file.allow_prefix

/** A folder with files, and links made over them. */
export function sourceFolder(files: Files, links: Readonly<Record<string, string>> = {}): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'citations-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  write(path, files)
  for (const [link, target] of Object.entries(links)) {
    rmSync(join(path, link), { force: true })
    symlinkSync(target, join(path, link))
  }
  return path
}

/** The folder of a case, and the file with its answer. */
export function caseFolder({ judge_md, remove_files = [], symlinks }: CitationCase): { path: string; answer: string } {
  const path = sourceFolder({ ...file.files, 'scores/pr-7-judge.md': judge_md }, symlinks)
  for (const name of remove_files) rmSync(join(path, name))
  return { path, answer: join(path, 'scores/pr-7-judge.md') }
}
