/**
 * Clients that a CommonJS user may inject: the SDK's own, and those of the cloud packages, which extend it or have the part of it
 * that is used. The same as clients.mts, where the SDK's types are others.
 *
 * @module
 */
import Anthropic from '@anthropic-ai/sdk'
import { aiSdkModel, claudeModel, type JudgeModel, type MessagesClient } from '../../src/index.js'

class BedrockLike extends Anthropic {
  readonly awsRegion = 'eu-central-1'
}

interface VertexLike {
  readonly region: string
  readonly messages: Pick<Anthropic['messages'], 'create' | 'stream'>
}

declare const vertex: VertexLike
declare const languageModel: {
  readonly specificationVersion: 'v3'
  readonly provider: string
  readonly modelId: string
  doGenerate(options: { prompt: unknown[]; maxOutputTokens?: number }): PromiseLike<{ content: unknown[] }>
}

export const judges: JudgeModel[] = [
  claudeModel({ client: new Anthropic({ apiKey: 'x' }) }),
  claudeModel({ client: new BedrockLike(), model: 'anthropic.claude-haiku-5-5' }),
  claudeModel({ client: vertex }),
  aiSdkModel(languageModel),
]

// @ts-expect-error a client without `messages` cannot be asked
export const wrong: MessagesClient = { completions: {} }
