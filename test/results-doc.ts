/** Writes what users are shown of every end of a task into docs/results.md, from runs to that end: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FinalResult } from '@artoo/sdk'
import { ends, resultOf } from './results/ends.js'
import { shown } from './results/shown.js'

const path = fileURLToPath(new URL('../docs/results.md', import.meta.url))
const code = fileURLToPath(new URL('results/shown.ts', import.meta.url))
const marks = /<!-- ends (\w+) -->[\s\S]*?<!-- end -->/g
const codeMarks = /<!-- shown -->[\s\S]*?<!-- end -->/

interface Shown {
  readonly how: string
  readonly result: FinalResult
}

function partOf({ how, result }: Shown): string {
  const { status, reason, basis } = result
  return `### ${how}\n\n\`status: '${status}'\`, \`reason: '${reason}'\`, \`basis: '${basis}'\`\n\n\`\`\`text\n${shown(result)}\n\`\`\``
}

/** The document as it is, and as it should be, with the results that it tells of. */
export async function resultsDoc() {
  const found = readFileSync(path, 'utf8')
  const all: Shown[] = []
  for (const end of ends) all.push({ how: end.how, result: await resultOf(end) })
  const parts = (mark: string, status: string) => {
    const told = all.filter(({ result }) => result.status === status).map(partOf)
    return `${mark.slice(0, mark.indexOf('-->') + 3)}\n\n${told.join('\n\n')}\n\n<!-- end -->`
  }
  const source = `<!-- shown -->\n\`\`\`ts\n${readFileSync(code, 'utf8')}\`\`\`\n<!-- end -->`
  const wanted = found.replace(marks, parts).replace(codeMarks, () => source)
  return { found, wanted, results: all.map(({ result }) => result) }
}

if (import.meta.filename === process.argv[1]) writeFileSync(path, (await resultsDoc()).wanted)
