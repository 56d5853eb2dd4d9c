/** A host whose model never answers and holds nothing open. */
import { createArtoo } from '@artoo/sdk'

const model = { id: 'silent', generate: () => new Promise<never>(() => {}) }
const artoo = createArtoo({ model, limits: { timeMs: 200 } })
const { reason } = await artoo.run('Say hello')
console.log(reason)
await artoo.close()
