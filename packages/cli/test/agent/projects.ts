import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { configurations } from '../../src/agent/configurations.js'
import { openAgent } from '../../src/agent/open-agent.js'
import type { SettingsOptions } from '../../src/agent/settings.js'
import type { TrustRequest } from '../../src/agent/trust.js'
import { trustConfig } from '../../src/agent/trust-config.js'

/** A configuration in code with a model that answers nothing; running it leaves a file. */
export const withModel = (more = '') =>
  `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('./ran', import.meta.url), '')
export default { model: { id: 'own/model', generate: async () => ({}) }, sandbox: false, depth: 'direct', ${more} }
`

type Asking = { readonly says?: boolean; readonly dir?: string }

/** A home, a state folder and a project folder with a `.git`, all of which are gone after the test. */
export function project(files: Readonly<Record<string, string>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-cli-')))
  const [home, root] = [join(folder, 'home'), join(folder, 'project')]
  for (const one of [home, join(root, '.git')]) mkdirSync(one, { recursive: true })
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'))
  const write = (path: string, text: string) => {
    const place = join(root, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
    return place
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const asked: TrustRequest[] = []
  const asking = (says: boolean) => async (request: TrustRequest) => {
    asked.push(request)
    return says
  }

  /** Opens an agent without asking, and closes it. */
  async function open(options: Partial<SettingsOptions> = {}) {
    const { agent } = await openAgent({ flags: {}, env: { HOME: home }, cwd: root, askTrust: null, ...options })
    await agent.close()
    return agent
  }

  /** Reads the configurations that count. */
  function read({ says, dir = '.', ...own }: Asking & Partial<Parameters<typeof configurations>[0]> = {}) {
    const askTrust = says === undefined ? null : asking(says)
    return configurations({ env: { HOME: home }, root: join(root, dir), cwd: root, named: undefined, askTrust, ...own })
  }

  /** Answers the questions that `artoo trust` asks. */
  const trust = (says: boolean) => trustConfig({ cwd: root, flags: {}, env: { HOME: home } }, asking(says))

  const remove = () => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, home, root, write, asked, open, read, trust, remove }
}
