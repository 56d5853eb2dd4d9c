import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimGraph, createOmega, type DeliberationReport, reportMarkdown } from '@artoo/omega'
import { ArtooError } from '@artoo/sdk'
import { counterexample } from './checks.js'
import { panel } from './panel.js'
import { storyteller } from './story.js'

const question = 'May we use slug(title) as the key of our articles?'

/** A panel of functions deliberates: without a key, without a network. */
export async function main(words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new ArtooError('usage', 'Usage: npm start -- deliberate')
  const omega = createOmega({ panel: { agents: panel }, checks: [counterexample] })
  console.log(question)

  const run = omega.deliberate(question)
  const linesOf = storyteller()
  for await (const event of run) {
    if (event.type === 'SessionEntry') for (const line of linesOf(event.payload)) console.log(line)
  }
  const report = await run
  await omega.close()

  // The audit trail stands in the file.
  console.log(`\n${reportMarkdown({ ...report, auditTrail: [] })}`)
  console.log(`${report.status}. The whole report: ${saved(report).join(', ')}`)
}

function saved(report: DeliberationReport): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-deliberation-'))
  const texts = {
    'report.md': reportMarkdown(report),
    'report.json': JSON.stringify(report, null, 2),
    'claims.mmd': claimGraph(report),
  }
  return Object.entries(texts).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  })
}
