/**
 * The page as one file that asks for nothing: data, script and style stand in it, and its policy lets nothing else run.
 *
 * @module
 */
import { integrityOf } from '../digest.js'
import { stripHidden } from '../text.js'
import type { ReportData } from './report-data.js'

/** The built app. */
export interface PageAssets {
  readonly script: string
  readonly style: string
}

/**
 * The whole page. Every text of the data loses its hidden characters, and none can end the element that it stands in.
 *
 * @throws {@link RangeError} where script or style could end their own element.
 */
export function renderReport(data: ReportData, { script, style }: PageAssets): string {
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) throw new RangeError('the built page would end itself')
  const policy = [
    "default-src 'none'",
    `script-src '${integrityOf(script)}'`,
    `style-src '${integrityOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${data.gate.passed ? 'PASS' : 'FAIL'} · vitest-judge</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This report needs its own script, which is part of the file. The results stand in the JSON file beside it.</noscript>
<script type="application/json" id="data">${embed(data)}</script>
<script>${script}</script>
</body>
</html>
`
}

/** JSON without any character that HTML or old JavaScript give a meaning of their own. */
function embed(data: ReportData): string {
  const json = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? stripHidden(value) : value))
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
