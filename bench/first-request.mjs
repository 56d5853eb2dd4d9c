/**
 * The time from `import` to the first model request, of artoo and of the AI SDK: processes take turns, and what counts is the median of
 * the ratios within a round.
 *
 *     npm run build && npm ci --prefix bench/orchestration && node bench/first-request.mjs [rounds]
 */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('orchestration', import.meta.url))
const rounds = Number(process.argv[2] ?? 21)

/** Each ends its process at its first request, and prints the milliseconds of processor time until then. */
const done = `const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000)); process.exit(0)`
const contenders = {
  nothing: done,
  'AI SDK': `const { generateText, tool } = await import('ai'); const z = await import('zod')
    const model = { specificationVersion: 'v3', provider: 'bench', modelId: 'bench', supportedUrls: {}, async doGenerate() { ${done} } }
    const add = tool({ description: 'Adds.', inputSchema: z.object({ numbers: z.array(z.number()) }), execute: () => '42' })
    await generateText({ model, tools: { add }, prompt: 'Add up the invoices of March' })`,
  artoo: `const { createArtoo, defineTool } = await import('@artoo/sdk'); const z = await import('zod')
    const model = { id: 'bench', async generate() { ${done} } }
    const add = defineTool({ name: 'add', description: 'Adds.', input: z.object({ numbers: z.array(z.number()) }), effect: 'read', execute: () => '42' })
    await createArtoo({ model, tools: [add], depth: 'direct' }).run('Add up the invoices of March')`,
}

const cpuMs = (code) =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: home, encoding: 'utf8' }))
const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

const found = Array.from({ length: rounds }, () =>
  Object.fromEntries(Object.entries(contenders).map(([name, code]) => [name, cpuMs(code)])),
)
console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${rounds} rounds\n`)
console.log('| | CPU until the first request | of the AI SDK’s |\n|---|---:|---:|')
for (const name of Object.keys(contenders)) {
  const ratio = median(found.map((round) => round[name] / round['AI SDK']))
  console.log(`| ${name} | ${median(found.map((round) => round[name])).toFixed(0)} ms | ${ratio.toFixed(2)} |`)
}
