/**
 * Places in code: reading them from free text and comparing them.
 *
 * @module
 */
import type { BaselineIssue, Finding, Location } from '../types.js'

/** A place as far as the text gives it. */
export interface Place {
  readonly file?: string
  /** First line, counted from 1. */
  readonly line?: number
  /** Last line, only where it is after the first. */
  readonly lineEnd?: number
}

const LINE_WORD =
  '(?:lines?|ln|l|行号|行數|行数|行|第|рядки|рядок|рядка|строки|строка|стр|líneas?|linhas?|lignes?|zeilen?|righe|riga|줄|라인)'
const NUMBERS = 'L?(\\d{1,7})(?:C\\d+)?(?:\\s?(?:[-–—~]|to|bis|até|à)\\s?L?(\\d{1,7}))?'

/** Directly after a path: `:12-15`, `#L12-L15`, `(12)`. */
const GLUED_LINES = new RegExp(`^(?::|#L|\\()${NUMBERS}`, 'iu')
/** Some words after a path: `(line 12)`, `, lines 12-15`, `[12-15]`. */
const NEAR_LINES = new RegExp(
  `^[\`*_)\\]\\s:,.(：，（–—-]{0,8}(?:(?:at|on|in|@)\\s+)?(?:${LINE_WORD}\\s*[:：#.]?\\s*|\\[)${NUMBERS}`,
  'iu',
)
/** Lines without a path: `**Lines:** 12-15`, `行号: 157`, `L12`. */
const NAMED_LINES = new RegExp(
  `(?:^|[\\s*_(：，（\`\\[—-])${LINE_WORD}\\*{0,2}\\s?[:：#.]?[\\s*\`]{0,4}${NUMBERS}`,
  'iu',
)
/** A link into a pull request's diff, whose file is only a hash. */
const DIFF_ANCHOR = /#diff-[0-9a-f]+[LR](\d{1,7})(?:-[LR]?(\d{1,7}))?/u
const PERMALINK = /^https?:\/\/[^/]+\/.*?\/(?:blob|src|raw)\/[^/]+\/([^?#]+)(.*)$/u

/** What ends in a number in parentheses ends before it: `Program.cs(12)` is a line, `page(1).ts` a file. */
const SEGMENT = '(?:[\\p{L}\\p{N}_.@~+$-]|\\[[\\w.-]+\\]|\\((?!\\d+\\)(?![\\w/]|\\.\\w))[\\w.-]+\\))+'
const PATH = new RegExp(`^(?:/?${SEGMENT}/)*${SEGMENT}`, 'u')
const EXTENSION = /\.([A-Za-z][A-Za-z0-9]{0,11})$/
const BARE_NAMES = /^(?:Dockerfile|Containerfile|Makefile|Gemfile|Rakefile|Procfile|Jenkinsfile|Vagrantfile|BUILD)$/
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    'aspx astro bash bat bzl cc cfg cjs clj cmake coffee conf cpp cs cshtml csproj css csv cts cu cxx dart diff ejs ' +
    'env erb erl es6 ex exs f90 fish fs ftl go gql gradle graphql groovy haml hbs hcl hh hpp hrl hs htm html ini ' +
    'ipynb java jl js json json5 jsonc jsonl jsp jsx kt kts less lock lua md mdx mjs mk ml mm mts nix pas patch php ' +
    'pl plist prisma properties proto ps1 pug py pyi rake razor rb rs rst sass scala scss sh sol sql sv svelte swift ' +
    'tex tf tfvars toml tpl ts tsx twig txt vb vhd vue wgsl xml xsd yaml yml zig zsh'
  ).split(' '),
)
/** Libraries and objects that are named like files. */
const OTHER_NAMES =
  /^(?:(?:node|next|nuxt|vue|react|express|three|d3|chart|ember|alpine|backbone|discord|socket)\.js|(?:process|import\.meta)\.env)$/i
/** A line directly behind a path. Two words with a slash between them are no file for a line that is only near: `read/write on line 40`. */
const GLUED = /^(?::|#L)L?\d/i
/** What follows the name of a method: `response.json()`, but not `main.c(12)`. */
const CALL = /^\((?!\d|lines?\b)/i
/** Not a file, though `redis.io:6379` looks like one with its line. */
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|app|svc|local|internal)(?:\/|:\d)/
const LONGEST_PATH = 400
const MAYBE_PATH = /[./]|[a-z]file|BUILD/

/** Finds the first place with a file in a text; lines without a file where there is none. Empty when there is neither. */
export function findPlace(text: string): Place {
  const places = findPlaces(text)
  const place = places.find((entry) => entry.line !== undefined && places[0]?.file === entry.file) ?? places[0]
  if (place?.line !== undefined) return place
  return { ...place, ...findLines(text) }
}

/** Finds all places with a file in a text, in order; each file and line once. */
export function findPlaces(text: string): Location[] {
  const found = new Map<string, Location>()
  for (const match of text.matchAll(
    /[^\s`'"<>|,;，。；、：（）*\]]+(?:\][^\s`'"<>|,;，。；、：（）*\](][^\s`'"<>|,;，。；、：（）*\]]*)*/gu,
  )) {
    if (match[0].length > LONGEST_PATH || !MAYBE_PATH.test(match[0])) continue
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
    const place = readPlace(match[0].replace(/^[([{]+/, ''), after)
    const key = `${place?.file}:${place?.line}`
    if (place && !found.has(key)) found.set(key, place)
  }
  return [...found.values()]
}

/** Reads a line range without a file: `line 66`, `lines 54-55`, `12-15`, `L3`. Empty when there is none. */
export function findLines(text: string): Place {
  const match =
    NAMED_LINES.exec(text) ?? DIFF_ANCHOR.exec(text) ?? new RegExp(`^[\\s\`]*${NUMBERS}[\\s\`]*$`, 'iu').exec(text)
  return match ? toLines(match[1], match[2]) : {}
}

/** Reads lines that open a comment on a known file: `` `12-15`: ``, `L3:`. Empty when there are none. */
export function findLeadingLines(text: string): Place {
  const match = /^(?=`|L|\d+\s*[-–])`?L?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?`?\s*[:：]/.exec(text)
  return match ? toLines(match[1], match[2]) : {}
}

/** A place in a text that names one for all of it: the file is that of the text where it names none, and so are the lines. */
export function placeWithin(own: Place, { file, ...lines }: Place): Place {
  if (own.file !== undefined) return own
  return { ...(file === undefined ? {} : { file }), ...(own.line === undefined ? lines : own) }
}

/** A path of Windows as any other, without its drive: of `C:/` only the letter would be taken for the path. */
export function toSlashes(path: string): string {
  return path.replace(/\\+/g, '/').replace(/^[a-z]:(?=\/)/i, '')
}

function readPlace(token: string, after: string): Location | undefined {
  const link = PERMALINK.exec(token)
  if (link) return withLines(cleanPath(decodePath(link[1] ?? '')), `${link[2]}`, '')
  if (/^\w+:\/\//.test(token) || HOST.test(token)) return undefined
  // A mark of Markdown that is escaped is no folder.
  const plain = toSlashes(token.replace(/\\(?=[_*[\]()#.-])/g, ''))
  const path = PATH.exec(plain)?.[0].replace(/[.([-]+$/, '')
  if (path === undefined) return undefined
  const rest = plain.slice(path.length)
  const place = withLines(cleanPath(path), rest, after)
  return isFile(place, rest) ? place : undefined
}

function withLines(file: string, rest: string, after: string): Location {
  const match = GLUED_LINES.exec(rest) ?? NEAR_LINES.exec(`${rest}${after}`)
  return { file, ...(match ? toLines(match[1], match[2]) : {}) }
}

function isFile({ file, line }: Location, rest: string): boolean {
  const name = baseName(file)
  const extension = EXTENSION.exec(name)?.[1]
  if (BARE_NAMES.test(name)) return true
  if (file === name) return extension !== undefined && !OTHER_NAMES.test(name) && isKnown(name, extension, line, rest)
  if (extension !== undefined) return !/^\d/.test(extension)
  return line !== undefined && !/^[\d.]+$/.test(name) && (GLUED.test(rest) || !/^[^/]+\/[^/]+$/.test(file))
}

/** A file of an unknown kind has its line directly behind it, as no property has: `main.v:3`, but not `redis.get (line 3)`. */
function isKnown(name: string, extension: string, line: number | undefined, rest: string): boolean {
  if (KNOWN_EXTENSIONS.has(extension)) return !CALL.test(rest)
  if (extension === 'c' || extension === 'h') return line !== undefined
  return GLUED.test(rest) && extension.length <= 4 && !name.startsWith('.')
}

function cleanPath(path: string): string {
  return path
    .replace(/^\/home\/runner\/work\/[^/]+\/[^/]+\//, '')
    .replace(/^\/(?:github\/workspace|workspace|app)\//, '')
    .replace(/^\.\//, '')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function toLines(first: string | undefined, last: string | undefined): Place {
  const line = Number(first)
  if (!(line > 0)) return {}
  const lineEnd = Number(last ?? 0)
  return lineEnd > line ? { line, lineEnd } : { line }
}

/**
 * How the places of an issue and a finding relate: overlapping `lines`, `near` by in one file (or no lines to tell),
 * `elsewhere` (another file, or more than 20 lines away), or `unknown` where one of them names no file.
 */
export type PlaceRelation = 'lines' | 'near' | 'elsewhere' | 'unknown'

/** Lines up to this far apart can still be about one piece of code. */
const NEAR_LINES_APART = 20

/** Compares the places of an issue and a finding; of several places of the issue, the closest counts. */
export function comparePlaces(issue: BaselineIssue, finding: Finding): PlaceRelation {
  const { file } = finding
  const locations = locationsOf(issue)
  if (file === undefined || locations.length === 0) return 'unknown'
  const gaps = locations
    .filter((location) => isSameFile(location.file, file))
    .map((location) => gapOf(location, finding))
  if (gaps.includes(0)) return 'lines'
  return gaps.some((gap) => gap === null || gap <= NEAR_LINES_APART) ? 'near' : 'elsewhere'
}

/** Whether both name files, and none of them is the same. */
export function namesOtherFile(issue: BaselineIssue, { file }: Finding): boolean {
  const locations = locationsOf(issue)
  if (file === undefined || locations.length === 0) return false
  return !locations.some((location) => isSameFile(location.file, file))
}

function locationsOf({ locations, location = '' }: BaselineIssue): readonly Location[] {
  return locations ?? findPlaces(location)
}

/** Whether two paths can mean one file: equal, one the end of the other, or only a name that is the other's. */
export function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`)
}

/** Lines between two ranges, 0 where they overlap, null where one has no lines. */
export function gapOf(a: Place, b: Place): number | null {
  if (a.line === undefined || b.line === undefined) return null
  return Math.max(0, a.line - (b.lineEnd ?? b.line), b.line - (a.lineEnd ?? a.line))
}

/** Last part of a path. */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
