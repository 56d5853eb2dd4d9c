import { defineConfig } from '@artoo/cli'
import { countWords } from './tools.ts'

export default defineConfig({
  model: 'openai/gpt-5-mini',
  tools: [countWords],
  permissions: {
    allow: ['shell: npm test'],
    deny: ['shell: git push'],
  },
})
