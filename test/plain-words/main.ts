/** Counts the comments that open with a clause without a subject ("What …", "Of …"); their number may only fall. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oddOpenings } from './odd-openings.js'
import { compare, type Place } from './ratchet.js'

const table = new URL('allowed.json', import.meta.url)

function placesIn(name: string): readonly Place[] {
  const root = join('packages', name, 'src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.sort().flatMap((path) => {
    const file = join(root, path)
    return oddOpenings(readFileSync(file, 'utf8')).map(({ line, text }) => ({ file, line, text }))
  })
}

const counted = Object.fromEntries(readdirSync('packages').map((name) => [name, placesIn(name)]))
const { more, fewer, next } = compare(counted, JSON.parse(readFileSync(table, 'utf8')))
const isWritten = process.argv.includes('--write')
if (isWritten) writeFileSync(table, `${JSON.stringify(next, null, 2)}\n`)
const problems = isWritten ? more : [...more, ...fewer]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
