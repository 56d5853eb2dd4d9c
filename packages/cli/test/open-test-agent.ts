import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ArtooOptions, createArtoo } from '@artoo/sdk'
import { fileJournal, standardTools } from '@artoo/sdk/node'
import { onTestFinished } from 'vitest'
import type { Agent } from '../src/agent/agent.js'

/** An agent with the standard tools over an empty folder, closed and removed with the test. */
export async function openTestAgent(options: Partial<ArtooOptions> & Pick<ArtooOptions, 'model'>): Promise<Agent> {
  const place = await mkdtemp(join(tmpdir(), 'artoo-cli-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const root = join(place, 'root')
  await mkdir(root)
  const tools = standardTools({ root, snapshots: { folder: join(place, 'files') } })
  const journal = fileJournal(join(place, 'journal'))
  const artoo = createArtoo({ tools, journal, dreamer: false, ...options })
  const close = () => artoo.close()
  onTestFinished(close)
  return {
    ...{ artoo, root, journal, tools, close },
    memory: null,
    models: { brain: 'scripted', tool: 'scripted' },
    permissions: {},
    mode: 'ask',
    contextWindow: null,
    notes: [],
  }
}
