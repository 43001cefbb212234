// Loaded with `--import`: ends whatever loads the SDK.
import { register } from 'node:module'

const hooks = `export async function resolve(specifier, context, next) {
  if (specifier.startsWith('@anthropic-ai/sdk')) throw new Error('THE SDK WAS LOADED')
  return next(specifier, context)
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
