/**
 * Streams of programs, kept up to a limit.
 *
 * @module
 */

/** A part of a stream. */
export interface KeptOutput {
  /** False when something had to be dropped. */
  add(chunk: Buffer): boolean
  text(encoding: BufferEncoding): string
}

/** The first `limit` bytes. */
export function keepStart(limit: number): KeptOutput {
  const chunks: Buffer[] = []
  let room = limit
  return {
    add(chunk) {
      if (room > 0) chunks.push(chunk.subarray(0, room))
      const fits = chunk.length <= room
      room = Math.max(room - chunk.length, 0)
      return fits
    },
    text: (encoding) => Buffer.concat(chunks).toString(encoding),
  }
}

/** The last `limit` bytes. */
export function keepEnd(limit: number): KeptOutput {
  let chunks: Buffer[] = []
  let size = 0
  const fold = () => {
    const whole = Buffer.concat(chunks)
    chunks = [whole.subarray(Math.max(whole.length - limit, 0))]
    size = Math.min(whole.length, limit)
  }
  return {
    add(chunk) {
      chunks.push(chunk)
      size += chunk.length
      const fits = size <= limit
      // Not at every chunk, so that a flood of small ones costs no more than twice its length.
      if (size > 2 * limit) fold()
      return fits
    },
    text(encoding) {
      fold()
      return Buffer.concat(chunks).toString(encoding)
    },
  }
}
