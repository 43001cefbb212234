/**
 * The support agent that most snippets import as `../src/support-agent.js`.
 *
 * @module
 */

/** Its source. */
export const AGENT: string = `export const answer = async (question) => question.includes('export')
  ? 'Some data seems to be missing. Open Settings, choose UTC, and start the export again.'
  : 'Refunds are possible within 30 days.'
`
