import { oneLine } from '@artoo/llm'
import type { Filter, Megram, Memory } from '@artoo/mkct'
import { ArtooError, systemClock } from '@artoo/spec'
import { workingFolder } from '../agent/working-folder.js'
import { askYes } from '../asking/ask-yes.js'
import type { Call, RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { allOf } from '../records/items.js'
import { forgetSelection } from '../records/memory/forget.js'
import { lessonsIn } from '../records/memory/lessons.js'
import { explanationLines, megramLine, summaryLines } from '../records/memory/lines.js'
import { withMemory } from '../records/memory/open.js'
import { selected, selectionFrom } from '../records/memory/selector.js'
import { print, printJson, printLines } from '../records/print.js'
import { wordAt } from '../records/required.js'
import type { Span } from '../view/text/spans.js'

type Action = (call: Call, memory: Memory) => Promise<number>

const mostShown = 50

/** The argument is a part of the memory command: it stands behind the action. */
const argument = ({ words }: Call, index: number) => words[index + 1]

async function summary(call: Call, memory: Memory): Promise<number> {
  const { now } = systemClock()
  const lessons = await lessonsIn(memory.megrams({}, call), now())
  const sums = await memory.summary()
  if (call.flags.json) await printJson(call, [{ ...sums, lessons: lessons.slice(0, mostShown) }])
  else await printLines(call, summaryLines(sums, lessons, now()))
  return exitCodes.complete[0]
}

function filterOf(call: Call): Filter {
  const [space, entity] = [argument(call, 0), argument(call, 1)]
  return { ...(space !== undefined && { space }), ...(entity !== undefined && { entity }) }
}

async function show(call: Call, memory: Memory, filter: Filter): Promise<number> {
  const megrams = memory.megrams(filter, call)
  if (call.flags.json) await printJson(call, megrams)
  else await printLines(call, await newestLines(megrams))
  return exitCodes.complete[0]
}

/** The newest entries with a text, newest first. Entries without a text only index others. */
async function newestLines(megrams: AsyncIterable<Megram>): Promise<readonly (readonly Span[])[]> {
  const now = systemClock().now()
  const told = (await allOf(megrams)).filter(({ content }) => content !== '')
  if (told.length === 0) return [['no entries']]
  const shown = told.toSorted((one, other) => other.at - one.at).slice(0, mostShown)
  const more = told.length - shown.length
  const lines = shown.map((megram) => megramLine(megram, now))
  return more > 0 ? [...lines, [['faint', `… and ${more.toLocaleString('en-US')} older ones: --json`]]] : lines
}

async function explain(call: Call, memory: Memory): Promise<number> {
  const explanation = await memory.explain(wordAt(call, 1, 'space'), wordAt(call, 2, 'entity'))
  if (call.flags.json) await printJson(call, [explanation])
  else await printLines(call, explanationLines(explanation))
  return exitCodes.complete[0]
}

async function forget(call: Call, memory: Memory): Promise<number> {
  const { flags, signal, stdin } = call
  const selection = selectionFrom(call.words.slice(1))
  const found = await selected(memory, selection, signal)
  if (!flags.force) {
    if (stdin.isTTY !== true) {
      const message = 'forgetting can’t be taken back, and there is no terminal to ask at: add --force'
      throw new ArtooError('needs_force', message)
    }
    for (const { content } of found.filter(({ content }) => content !== '').slice(0, 3)) {
      call.stderr.write(`  ${oneLine(content, 200)}\n`)
    }
    const question = `Erase ${found.length} entries, and the rules that were made from them?`
    if (!(await askYes(call, question))) return exitCodes.failed[0]
  }
  const report = await forgetSelection(memory, selection, { found, signal })
  const { erased, compacted } = report
  if (flags.json) await printJson(call, [report])
  else await print(call, [`${erased} erased${compacted ? '' : '; their text may still be in the files'}`])
  return exitCodes.complete[0]
}

async function verify(call: Call, memory: Memory): Promise<number> {
  const verification = await memory.verify(call)
  const { ok, megrams, damage } = verification
  if (call.flags.json) await printJson(call, [verification])
  else {
    const sum = `${megrams.toLocaleString('en-US')} entries, ${ok ? 'sound' : 'damaged'}`
    await printLines(call, [
      [[ok ? 'good' : 'bad', sum]],
      ...damage.map((one) => [`  ${oneLine(JSON.stringify(one))}`]),
    ])
  }
  return ok ? exitCodes.complete[0] : exitCodes.failed[0]
}

const actions: Readonly<Record<string, Action>> = {
  summary,
  list: (call, memory) => show(call, memory, filterOf(call)),
  rules: (call, memory) => show(call, memory, { ...filterOf(call), level: 'C' }),
  explain,
  forget,
  async export(call, memory) {
    await print(call, memory.export(call))
    return exitCodes.complete[0]
  },
  verify,
}

/** Shows, explains and erases what the agent of a folder has learnt. */
export const memory: RunCommand = async (call) => {
  const [name = 'summary'] = call.words
  const action = actions[name]
  if (!action) throw new ArtooError('missing_argument', `memory has no '${name}'`, { field: 'what' })
  return withMemory({ root: workingFolder(call.cwd, call.flags.dir), isDamaged: name === 'verify' }, (opened) =>
    action(call, opened),
  )
}
