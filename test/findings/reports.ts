/**
 * Reviews as JSON; made up.
 *
 * @module
 */

/** JSON reports, by tool. */
export const REPORTS: readonly (readonly [tool: string, report: unknown])[] = [
  [
    'ESLint',
    [
      {
        filePath: '/repo/src/a.js',
        messages: [
          {
            ruleId: 'no-unused-vars',
            severity: 2,
            message: "'x' is assigned a value but never used.",
            line: 3,
            column: 7,
            nodeType: 'Identifier',
            endLine: 3,
            endColumn: 8,
          },
        ],
        errorCount: 1,
        suppressedMessages: [],
      },
      {
        filePath: '/repo/src/b.js',
        messages: [{ ruleId: 'eqeqeq', severity: 1, message: "Expected '==='.", line: 9, column: 1 }],
      },
      { filePath: '/repo/src/c.js', messages: [] },
    ],
  ],
  [
    'Semgrep',
    {
      results: [
        {
          check_id: 'python.lang.security.audit.eval',
          path: 'app/x.py',
          start: { line: 5, col: 1, offset: 1 },
          end: { line: 7, col: 2, offset: 9 },
          extra: {
            message: 'Detected eval.',
            severity: 'ERROR',
            metadata: { cwe: ['CWE-95'], references: ['https://x'] },
          },
        },
        {
          check_id: 'y',
          path: 'app/y.py',
          start: { line: 1 },
          end: { line: 1 },
          extra: { message: 'Detected md5.', severity: 'WARNING' },
        },
      ],
      errors: [],
      paths: { scanned: ['app/x.py', 'app/y.py'] },
    },
  ],
  [
    'GitLab code quality',
    [
      {
        description: "'unused' is assigned a value but never used.",
        check_name: 'no-unused-vars',
        fingerprint: '7815',
        severity: 'minor',
        location: { path: 'lib/index.js', lines: { begin: 42, end: 44 } },
      },
      {
        description: 'Complex',
        severity: 'major',
        location: { path: 'lib/b.js', positions: { begin: { line: 3 }, end: { line: 9 } } },
      },
    ],
  ],
  [
    'reviewdog',
    {
      source: { name: 'super lint', url: 'https://example.com' },
      severity: 'WARNING',
      diagnostics: [
        {
          message: 'bad',
          location: { path: 'a.go', range: { start: { line: 14, column: 15 }, end: { line: 16, column: 18 } } },
          severity: 'ERROR',
          code: { value: 'RULE1' },
        },
        { message: 'worse', location: { path: 'b.go', range: { start: { line: 2 } } } },
      ],
    },
  ],
  [
    'review threads of GitHub',
    {
      data: {
        repository: {
          pullRequest: {
            title: 'Add cache',
            reviewThreads: {
              nodes: [
                {
                  isResolved: false,
                  path: 'src/a.ts',
                  line: 12,
                  startLine: 10,
                  comments: {
                    nodes: [
                      { body: 'This leaks the handle.', author: { login: 'bot' } },
                      { body: 'Good catch, fixed.', author: { login: 'me' } },
                    ],
                  },
                },
                {
                  isResolved: true,
                  path: 'src/b.ts',
                  line: 3,
                  startLine: null,
                  comments: { nodes: [{ body: 'Typo in the name.' }] },
                },
              ],
            },
          },
        },
      },
    },
  ],
]
