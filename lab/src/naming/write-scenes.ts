import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NumberedScene } from './numbering.js'
import { requestText } from './request-text.js'
import { runScene } from './run-scene.js'

/** Carries scenes out and writes the requests to their judges and the outcomes; the truths only on demand. */
export async function writeScenes(
  folder: string,
  scenes: readonly NumberedScene[],
  { withTruth }: { readonly withTruth: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { number, scene } of scenes) {
    const { judgeRequest, outcome } = await runScene(scene)
    const { verdicts: _, ...known } = outcome
    await writeFile(join(folder, `${number}.req.md`), requestText(judgeRequest))
    await writeFile(join(folder, `${number}.outcome.json`), `${JSON.stringify(known, null, 2)}\n`)
  }
  if (!withTruth) return
  const truths = scenes.map(({ number, scene: { cause, fails, why, isHard = false } }) => [
    number,
    { cause, fails, why, isHard },
  ])
  await writeFile(join(folder, 'truth.json'), `${JSON.stringify(Object.fromEntries(truths), null, 2)}\n`)
}
