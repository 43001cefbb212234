/**
 * What a comparison rests on: which files, hunks, lines and tokens agree.
 *
 * @module
 */
import { type HunkMatch, type HunkNote, matchHunks } from './places.js'
import type { FilePatch } from './read.js'
import type { Side } from './sides.js'
import type { TokenAgreement } from './tokens.js'

/** A hunk of the gold patch. */
export interface GoldHunk extends HunkNote {
  /** The candidate changes something at this place. */
  readonly found: boolean
}

/** One fix file of either patch. */
export interface FileComparison {
  /** Without `a/` and `b/`. */
  readonly path: string
  /** `missing`: only the gold changes it; `extra`: only the candidate does. */
  readonly status: 'shared' | 'missing' | 'extra'
  /** The gold's hunks; empty for an extra file. */
  readonly hunks: readonly GoldHunk[]
  /** Hunks of the candidate at places that the gold leaves alone. */
  readonly extraHunks: readonly HunkNote[]
}

/** What agrees and what is missing. */
export interface PatchEvidence {
  /** Share of the gold's added text that the candidate adds too, 0-1; removed text where the gold adds none. */
  readonly recall: number
  /** Share of the candidate's added text that is the gold's, 0-1; less where files that the gold leaves alone lose code. */
  readonly precision: number
  /** F1 of the tokens added and removed on balance, 0-1. */
  readonly tokenF1: number
  /** Share of the gold's changed lines at places that the candidate changes too, 0-1. */
  readonly places: number
  /** Code lines with their sign that both change, at most 50. */
  readonly sharedLines: readonly string[]
  /** Code lines with their sign that only the gold changes, at most 50. */
  readonly missingLines: readonly string[]
  /** Tokens with their sign that both change on balance, most frequent first, at most 50. */
  readonly sharedTokens: readonly string[]
  /** Tokens that only the gold changes, at most 50. */
  readonly missingTokens: readonly string[]
}

/** A file of either patch with its hunks, looked up in the other patch. */
export interface FileMatch {
  readonly path: string
  readonly gold: readonly HunkMatch[] | null
  readonly candidate: readonly HunkMatch[] | null
}

/** Entries of each list kept as evidence. */
const LIMIT = 50

/** Pairs the files of both patches, the gold's first. */
export function matchFiles(gold: Side, candidate: Side): FileMatch[] {
  const theirs = new Map(candidate.files.map((file) => [file.path, file]))
  const ours = new Map(gold.files.map((file) => [file.path, file]))
  return [...new Set([...ours.keys(), ...theirs.keys()])].map((path) => {
    const [own, other] = [ours.get(path) ?? null, theirs.get(path) ?? null]
    return { path, gold: hunksIn(own, other), candidate: hunksIn(other, own) }
  })
}

function hunksIn(file: FilePatch | null, other: FilePatch | null): HunkMatch[] | null {
  return file === null ? null : matchHunks(file, other)
}

/** Tells for every file what is shared, missing and extra. */
export function compareFiles(files: readonly FileMatch[]): FileComparison[] {
  return files.map(({ path, gold, candidate }) => ({
    path,
    status: gold === null ? 'extra' : candidate === null ? 'missing' : 'shared',
    hunks: (gold ?? []).map(({ line, text, matched }) => ({ line, text, found: matched > 0 })),
    extraHunks: (candidate ?? []).filter(({ matched }) => matched === 0).map(({ line, text }) => ({ line, text })),
  }))
}

/** The lines and tokens behind the shares. */
export function listEvidence(
  gold: Side,
  candidate: Side,
  tokens: TokenAgreement,
): Omit<PatchEvidence, 'recall' | 'precision' | 'places'> {
  const present = new Set(signedLines(candidate))
  const lines = [...new Set(signedLines(gold))]
  return {
    tokenF1: tokens.f1,
    sharedLines: lines.filter((line) => present.has(line)).slice(0, LIMIT),
    missingLines: lines.filter((line) => !present.has(line)).slice(0, LIMIT),
    sharedTokens: tokens.shared.slice(0, LIMIT),
    missingTokens: tokens.missing.slice(0, LIMIT),
  }
}

function signedLines(side: Side): string[] {
  return side.code.flatMap(({ added, removed }) => [
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ])
}
