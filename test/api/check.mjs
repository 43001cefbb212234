// The public API as reviewed text: one report an entry. `npm run check:api` compares, `npm run api:update` rewrites.
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { checkSchemas } from './schemas.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const update = process.argv.includes('--update')
const entries = {
  index: 'dist/src/index.d.ts',
  plugin: 'dist/src/plugin.d.ts',
  matchers: 'dist/matchers/index.d.ts',
  reporter: 'dist/reporters/index.d.ts',
}
const report = { logLevel: 'error', addToApiReportFile: false }

let failed = checkSchemas(update).length
for (const [name, file] of Object.entries(entries)) {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: `${root}${file}`,
      compiler: { tsconfigFilePath: `${root}tsconfig.json` },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: `${root}test/api/`,
        reportTempFolder: `${root}test/.tmp/api/`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: {
          default: report,
          'ae-undocumented': report,
          // The nouns are exported by the engine's entry; the others need not repeat them.
          'ae-forgotten-export': name === 'index' ? report : { logLevel: 'none' },
          'ae-missing-release-tag': { logLevel: 'none' },
          'ae-unresolved-link': { logLevel: 'none' },
        },
        tsdocMessageReporting: { default: report, 'tsdoc-undefined-tag': { logLevel: 'none' } },
        compilerMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: `${root}package.json`,
  })
  const result = Extractor.invoke(config, {
    localBuild: update,
    showVerboseMessages: false,
    messageCallback(message) {
      message.handled = message.logLevel === 'none' || message.logLevel === 'verbose' || message.logLevel === 'info'
    },
  })
  if (!result.succeeded && !(update && result.errorCount === 0)) failed++
}
console.log(failed === 0 ? 'API reports and schemas are up to date' : `${failed} API reports or schemas differ: npm run api:update, and review the diff`)
process.exitCode = failed === 0 ? 0 : 1
