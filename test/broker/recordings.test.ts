import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ingredientsOf, keyOf } from '../../src/broker/ingredients.js'
import { Recordings } from '../../src/broker/recordings.js'
import type { JudgeReply } from '../../src/models/model.js'
import { newFolder, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a secret')
const ingredients = ingredientsOf({ model: 'judge-1', settings: {} }, request)
const key = keyOf(ingredients)
const reply: JudgeReply = { stop: 'ok', value: { score: 3 }, text: '{"score": 3}', usage: USAGE, servedBy: 'judge-1b' }
const recording = { label: request.label, ingredients, reply }

/** All but the folder that Git does not see. */
function filesBelow(folder: string): string[] {
  expect(readdirSync(join(folder, '.unread'))).toEqual(['.gitignore'])
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => !name.startsWith('.unread')).sort()
}

describe('recordings', () => {
  it('give back what was stored: value, usage and who served it', async () => {
    const recordings = new Recordings(newFolder())
    expect(recordings.find(key)).toEqual({ kind: 'nothing' })
    recordings.store(key, recording)
    expect(recordings.find(key)).toEqual({ kind: 'reply', reply: { ...reply, text: '{"score":3}' } })
  })

  it('stand in one file for each key, readable, without prompt or key', async () => {
    const folder = newFolder()
    new Recordings(folder).store(key, recording)
    expect(filesBelow(folder)).toEqual([key.slice(0, 2), join(key.slice(0, 2), `${key}.json`)])
    const text = readFileSync(join(folder, key.slice(0, 2), `${key}.json`), 'utf8')
    const { recorded_at, ...stored } = JSON.parse(text)
    expect(recorded_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(stored).toEqual({
      format: 1,
      label: 'about a secret',
      ingredients,
      reply: { value: { score: 3 }, served_by: 'judge-1b', usage: USAGE },
    })
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  })

  it('keep the texts of the prompt where they are asked to', async () => {
    const folder = newFolder()
    const recordings = new Recordings(folder)
    recordings.store(key, { ...recording, prompt: request })
    expect(JSON.parse(readFileSync(recordings.fileOf(key), 'utf8')).prompt).toEqual({
      system: ['contract', 'rubric'],
      user: ['a secret', 'question'],
    })
  })

  it('remember that a reply is a written sample', async () => {
    const recordings = new Recordings(newFolder())
    recordings.store(key, { ...recording, reply: { ...reply, sample: true } })
    expect(recordings.find(key)).toMatchObject({ reply: { sample: true } })
    expect(readFileSync(recordings.fileOf(key), 'utf8')).toContain('No model said this.')
  })

  it.each<[string, string]>([
    ['half a file', '{"format": 1, "reply": {'],
    ['an empty file', ''],
    ['no object', 'null'],
    ['another format', JSON.stringify({ format: 2, reply: {} })],
    ['no reply', JSON.stringify({ format: 1 })],
    ['no value', JSON.stringify({ format: 1, reply: { served_by: 'x', usage: USAGE } })],
    ['no usage', JSON.stringify({ format: 1, reply: { value: 1, served_by: 'x' } })],
    [
      'a usage without numbers',
      JSON.stringify({ format: 1, reply: { value: 1, served_by: 'x', usage: { input: 'x' } } }),
    ],
  ])('call %s damaged and never throw', async (_what, text) => {
    const recordings = new Recordings(newFolder())
    const file = recordings.fileOf(key)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    expect(recordings.find(key)).toEqual({ kind: 'damaged', file, why: expect.any(String) })
    expect(await recordings.list()).toMatchObject([{ key, file, ingredients: null, why: expect.any(String) }])
  })

  it('call a folder in place of the file damaged', async () => {
    const recordings = new Recordings(newFolder())
    mkdirSync(recordings.fileOf(key), { recursive: true })
    expect(recordings.find(key)).toMatchObject({ kind: 'damaged' })
  })

  it('leave no draft where they cannot be written', async () => {
    const folder = newFolder()
    const recordings = new Recordings(folder)
    mkdirSync(join(recordings.fileOf(key), 'in the way'), { recursive: true })
    expect(() => recordings.store(key, recording)).toThrow()
    expect(filesBelow(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('are listed by key, and can be removed', async () => {
    const recordings = new Recordings(newFolder())
    expect(await recordings.list()).toEqual([])
    const other = { ...ingredients, sample: 1 }
    recordings.store(keyOf(other), { ...recording, ingredients: other })
    recordings.store(key, recording)
    const listed = await recordings.list()
    expect(listed.map((each) => each.key)).toEqual([key, keyOf(other)].sort())
    expect(listed[0]).toMatchObject({ label: 'about a secret', model: 'judge-1', sample: false })
    await recordings.remove(key)
    await recordings.remove(key)
    expect(recordings.find(key)).toEqual({ kind: 'nothing' })
  })
})
