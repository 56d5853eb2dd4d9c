import { oneLine, systemClock } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { Conversation } from '../conversation/conversation.js'
import { forgetSelection } from '../records/memory/forget.js'
import { lessonsIn } from '../records/memory/lessons.js'
import { summaryLines } from '../records/memory/lines.js'
import { type Selection, selected, selectionFrom } from '../records/memory/selector.js'
import type { Shown } from '../screen/index.js'
import type { Look } from '../view/index.js'
import { line } from '../view/text/spans.js'
import type { SlashCommand } from './slash-command.js'

/** The commands of a conversation that look into the memory and erase from it. */
export function memoryCommands(conversation: Conversation, look: () => Look): readonly SlashCommand[] {
  function memory() {
    const { memory } = conversation.agent
    if (memory) return memory
    const message = 'the memory of this folder is open in another process: end that one, then start again'
    throw new ArtooError('memory_in_use', message)
  }

  async function forgotten(selection: Selection, signal: AbortSignal) {
    const found = await selected(memory(), selection, signal)
    return forgetSelection(memory(), selection, { found, signal })
  }

  return [
    {
      ...{ name: 'memory', argument: '', summary: 'what this folder’s agent has learnt, the strongest first' },
      async answer(_, signal) {
        const now = systemClock().now()
        const sums = await memory().summary()
        const lessons = await lessonsIn(memory().megrams({}, { signal }), now)
        const lines = summaryLines(sums, lessons, now).map((spans) => line(spans, look()))
        return { shown: { type: 'lines', lines }, data: { ...sums, lessons } }
      },
    },
    {
      ...{ name: 'forget', argument: '<what>', summary: 'erases lessons: task:ID, space:…, entity:…, id:…' },
      async answer(argument, signal) {
        const selection = selectionFrom(argument.split(/\s+/).filter(Boolean))
        const found = await selected(memory(), selection, signal)
        const [first] = found
        if (!first) return { shown: { type: 'lines', lines: ['Nothing in the memory matches.'] }, data: 0 }
        const shown: Shown = {
          type: 'pick',
          title: `Erase ${found.length} entries, such as “${oneLine(first.content, 100)}”? That can’t be taken back.`,
          items: [
            { value: 'no', label: 'no' },
            { value: 'yes', label: 'yes, erase them' },
          ],
          async choose(value) {
            if (value !== 'yes') return null
            const { erased } = await forgotten(selection, signal)
            return { type: 'lines', lines: [`${erased} erased.`] }
          },
        }
        return { shown, data: found.length, carryOut: () => forgotten(selection, signal) }
      },
    },
  ]
}
