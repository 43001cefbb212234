import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'

export default defineConfig({ plugins: [vitestJudge()] })
