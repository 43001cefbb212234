/**
 * A broker behind its socket, and those who speak to it.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { BrokerClient } from '../../src/broker/client.js'
import { readFrames } from '../../src/broker/frames.js'
import { type BrokerServer, serveBroker } from '../../src/broker/server.js'
import type { JudgeModel, JudgeReply } from '../../src/models/model.js'
import type { TestBroker } from './brokers.js'

/** Serves a broker for as long as the test runs, with a client of its own. */
export async function serve<B extends Pick<TestBroker, 'broker'>>(
  made: B,
): Promise<B & { server: BrokerServer; client: BrokerClient }> {
  const server = await serveBroker(made.broker)
  onTestFinished(() => server.close())
  return { ...made, server, client: new BrokerClient({ ...server, identity: made.broker.identity }) }
}

/** A judge that never answers, and the signals that it was given. */
export function silentJudge(): JudgeModel & { signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  const judge = (_request: unknown, { signal }: { signal: AbortSignal }): Promise<JudgeReply> => {
    signals.push(signal)
    return new Promise(() => {})
  }
  return { id: 'silent', settings: {}, judge, signals }
}

/** A connection that speaks for itself. */
export function dial({ address }: BrokerServer): { socket: Socket; frames: unknown[]; closed: Promise<boolean> } {
  const socket = connect(address)
  onTestFinished(() => void socket.destroy())
  const frames: unknown[] = []
  socket.on('error', () => {})
  readFrames(socket, (frame) => frames.push(frame))
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  return { socket, frames, closed }
}
