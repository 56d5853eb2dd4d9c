import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  claimGraph,
  createOmega,
  type DeliberationReport,
  type Estimate,
  type GivenClassification,
  reportMarkdown,
} from '@artoo/omega'
import { ArtooError } from '@artoo/sdk'
import { checks } from './checks.js'
import { drawer } from './drawer.js'
import { panel } from './panel.js'

const question = 'May we use slug(title) as the key of our articles?'

const kind = {
  type: 'ANALYTICAL',
  subtype: 'LOGICAL',
  characteristics: ['formal_structure', 'edge_cases'],
  uncertainty: 'LOW',
  stakes: 'MEDIUM',
  wellDefined: true,
} satisfies GivenClassification

/** A panel of functions deliberates: without a key, without a network. */
export async function main(words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new ArtooError('usage', 'Usage: npm start -- deliberate')
  const omega = createOmega({ agents: panel(process.stdout.isTTY ? 60 : 0), checks })
  console.log(`${question}\n\n${costLine(omega.estimate(question, kind).most)}`)

  const draw = drawer(process.stdout)
  const run = omega.deliberate(question, kind)
  for await (const event of run) if (event.type === 'SessionEntry') draw(event.payload)
  draw.done()
  const report = await run
  await omega.close()

  const markdown = reportMarkdown(report)
  // How it ended, what it cost and the audit trail stand in the file.
  console.log(`\n${markdown.slice(0, markdown.indexOf('\n## How it ended'))}`)
  console.log(`${report.status}. The whole report: ${saved(report, markdown).join(', ')}`)
}

function costLine({ batches, first }: Estimate): string {
  const { agents, modelCalls, inputTokens, outputTokens } = first
  const tokens = Math.round((inputTokens + outputTokens) / 1000)
  return `${agents} agents in ${batches} batches. Models would be called ${modelCalls} times, for about ${tokens},000 tokens; here all agents are functions.`
}

function saved(report: DeliberationReport, markdown: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-deliberation-'))
  const texts = {
    'report.md': markdown,
    'report.json': JSON.stringify(report, null, 2),
    'claims.mmd': claimGraph(report),
  }
  return Object.entries(texts).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  })
}
