import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { comparePatch } from '../../src/patch/compare.js'

// Third-party patches; they are read in place and never copied.
const FOLDER = '../shared/data/swebench/quirks'
const present = existsSync(FOLDER)
if (!present) console.log(`patch quirks: skipped, there is no ${FOLDER}`)

describe.skipIf(!present)('comparePatch on awkward patches of real agents', () => {
  it('reads every one of them', () => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.diff'))
    const table = names.map((name) => {
      const read = (ending: string) => readFileSync(`${FOLDER}/${name.replace(/diff$/, ending)}`, 'utf8')
      const { kind, total, outcome, repairs } = comparePatch(read('diff'), read('gold'))
      return `${name.slice(0, name.indexOf('__'))}: ${kind}, ${total}, ${outcome}; ${repairs.join('; ') || 'no repairs'}`
    })
    expect(table).toMatchInlineSnapshot(`
      [
        "01_crlf: patch, 0, mismatch; CRLF line ends read as LF (line 3443)",
        "03_binary: patch, 0, mismatch; text outside of the hunks left out (line 1); binary file or submodule not compared (line 15, 7 times)",
        "07_rename: patch, 0.72, mismatch; renamed or copied file read by its new name (line 17)",
        "08_submodule: patch, 70.83, inconclusive; text outside of the hunks left out (line 1); binary file or submodule not compared (line 3)",
        "09_deleted_file: patch, 0, mismatch; parts of the same file joined (line 12, 2 times)",
        "11_mode_change: patch, 39.11, inconclusive; change of file mode left out (line 3, 505 times)",
        "12_no_hunks: patch, 0, mismatch; change of file mode left out (line 3)",
        "14_no_newline_at_eof_marker: patch, 0, mismatch; text outside of the hunks left out (line 1)",
        "16_no_trailing_newline: patch, 70.08, inconclusive; no newline at the end of the patch (line 175)",
        "18_diff_header_glued_to_context_line: patch, 69.44, inconclusive; file header glued to a context line (line 18); hunk without its last context lines (line 31)",
        "20_hunk_count_mismatch: patch, 29.93, inconclusive; hunk header with wrong line counts (line 103); hunk without its last context lines (line 133)",
        "23_hunk_overflow: patch, 41.73, inconclusive; text outside of the hunks left out (line 1); file without a \`diff --git\` line (line 2); hunk header with wrong line counts (line 4)",
        "25_blank_context_without_space: patch, 51.85, inconclusive; blank context line without its space (line 8)",
        "26_log_timestamp_tail: patch, 100, match; text outside of the hunks left out (line 37)",
        "27_leading_junk_or_placeholder: none, 0, mismatch; no repairs",
        "28_no_ab_prefix: patch, 83.66, match; file names without a/ and b/ (line 3)",
        "29_absolute_or_sandbox_path: patch, 85.87, match; file without a \`diff --git\` line (line 1, 2 times)",
        "30_no_diff_git_header: patch, 0, mismatch; file without a \`diff --git\` line (line 1, 3 times)",
        "31_no_index_line: patch, 4.37, mismatch; text outside of the hunks left out (line 1)",
        "32_zero_context: patch, 4.58, mismatch; file without a \`diff --git\` line (line 1, 2 times)",
        "34_search_replace_leftover: patch, 73.76, inconclusive; file without a \`diff --git\` line (line 1)",
        "36_giant_hunk: patch, 44.55, inconclusive; no repairs",
        "37_huge_over_50KB: patch, 13.73, inconclusive; no repairs",
        "38_ten_plus_files: patch, 37.24, inconclusive; no repairs",
        "39_same_file_twice: patch, 11.56, inconclusive; parts of the same file joined (line 29, 2 times)",
        "41_build_artifact_or_data_file: patch, 0, mismatch; text outside of the hunks left out (line 1); binary file or submodule not compared (line 69)",
        "42_repro_script_added: patch, 0, mismatch; text outside of the hunks left out (line 1)",
        "43_new_test_file: patch, 0.37, mismatch; text outside of the hunks left out (line 1)",
        "44_existing_test_modified: patch, 0, mismatch; text outside of the hunks left out (line 1)",
        "45_whitespace_or_move_only: patch, 100, match; text outside of the hunks left out (line 1); file without a \`diff --git\` line (line 2)",
        "46_deletion_only: patch, 0, mismatch; hunk without its last context lines (line 5)",
        "47_non_ascii: patch, 8.67, inconclusive; text outside of the hunks left out (line 1)",
        "48_leading_blank_line: patch, 1.5, mismatch; text outside of the hunks left out (line 1)",
      ]
    `)
  })
})
