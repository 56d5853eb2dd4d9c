/** `npm run bench:sandbox`: what a sandbox adds to a command, paired, one at a time and a hundred at once. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sandbox } from '@artoo/sandbox'
import { type Sandbox, systemClock, type Tool } from '@artoo/spec'
import { runToolCall } from '@artoo/tools'
import { standardTools } from '@artoo/tools/node'

const rounds = 31

/** A repository with so many files, with and without a sandbox. */
function project(files: number, box: Sandbox) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-bench-')))
  const root = join(top, 'root')
  for (let index = 0; index < files; index++) {
    const folder = join(root, `src/${index % 50}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${index}.ts`), `export const a${index} = ${index}\n`.repeat(20))
  }
  execFileSync('git', ['init', '-q'], { cwd: root })
  const shell = (own?: Sandbox) =>
    standardTools({ root, snapshots: { folder: join(top, 'kept') }, ...(own && { sandbox: own }) }).at(-1) as Tool
  return { plain: shell(), confined: shell(box), remove: () => rmSync(top, { recursive: true, force: true }) }
}

async function timeOf(tool: Tool, command: string): Promise<number> {
  const signal = new AbortController().signal
  const call = { taskId: 'bench', context: null, signal, clock: systemClock(), timeoutMs: 60_000, confirm: () => true }
  const begin = performance.now()
  const { status, output } = await runToolCall(tool, { command }, call)
  if (status !== 'ok') throw new Error(output)
  return performance.now() - begin
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const ms = (value: number) => `${value.toFixed(0)} ms`

const begin = performance.now()
const box = await sandbox()
console.log(`sandbox(): ${ms(performance.now() - begin)}, of which one confined command`)
if (!box.report().available) throw new Error(box.report().problems.join('; '))

/** A command that reads only, and one that may write: around this one the files are looked at twice. */
const commands = { reading: 'ls', writing: 'node -e 1' }
for (const files of [100, 1_000, 10_000]) {
  const { plain, confined, remove } = project(files, box)
  await timeOf(confined, commands.writing)
  for (const [kind, command] of Object.entries(commands)) {
    const pairs: (readonly [number, number])[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push([await timeOf(plain, command), await timeOf(confined, command)])
    const [without, within] = [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two))]
    const more = median(pairs.map(([one, two]) => two - one))
    console.log(`${files} files, ${kind} (${command}): ${ms(without)} without, ${ms(within)} within, ${ms(more)} more`)
  }
  if (files === 1_000) {
    for (const [name, tool] of [
      ['without', plain],
      ['within', confined],
    ] as const) {
      const start = performance.now()
      await Promise.all(Array.from({ length: 100 }, () => timeOf(tool, commands.reading)))
      console.log(`a hundred at once, ${name}: ${ms((performance.now() - start) / 100)} each`)
    }
  }
  remove()
}
await box.close()
console.log(
  `Node ${process.version}, Linux ${release()}, ${box.report().mechanism}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown make'}`,
)
