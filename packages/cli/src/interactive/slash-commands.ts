import { oneLine, type PermissionExplanation, type PermissionMode, permissionModes, usageByRole } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import type { Conversation } from '../conversation/conversation.js'
import { taskFile } from '../records/task-file.js'
import { type Item, rewindPicker, type Shown } from '../screen/index.js'
import {
  contextLines,
  costLines,
  diffLines,
  type Paint,
  planLines,
  undoneLines,
  viewOf,
  wrapped,
} from '../view/index.js'
import { age } from '../view/text/numbers.js'
import { why } from '../view/why/why.js'
import { helpLines } from './help-lines.js'
import { memoryCommands } from './memory-commands.js'
import type { SlashCommand } from './slash-command.js'

export interface SlashOptions {
  readonly conversation: Conversation
  readonly paint: Paint
  readonly width: () => number
  /** Opens an agent with another model in place of the present one. */
  readonly useModel: (id: string) => Promise<void>
}

/** Every command of a conversation, once: the screen, headless input and `/help` read this table. */
export function slashCommands(options: SlashOptions): readonly SlashCommand[] {
  const { conversation, paint, width, useModel } = options
  const look = () => ({ width: width(), paint })
  const lines = (shown: readonly string[]): Shown => ({ type: 'lines', lines: shown })
  const page = (title: string, of: (width: number) => readonly string[]): Shown => ({
    type: 'page',
    page: { title, lines: of },
  })
  const currentView = () => viewOf(conversation.events)

  const commands: readonly SlashCommand[] = [
    {
      ...{ name: 'cost', argument: '', summary: 'tokens, calls and money of this task, by role' },
      async answer() {
        const usage = usageByRole(conversation.events)
        return { shown: lines(costLines(usage, look())), data: usage }
      },
    },
    {
      ...{ name: 'context', argument: '', summary: 'how much of the model’s window the last call took' },
      async answer() {
        const { contextWindow: window } = conversation.agent
        const view = currentView()
        return { shown: lines(contextLines(view, { ...look(), window })), data: { ...view.spent.context, window } }
      },
    },
    {
      ...{ name: 'plan', argument: '', summary: 'the plan of this task' },
      async answer() {
        const view = currentView()
        const shown = planLines(view, look())
        return { shown: lines(shown.length > 0 ? shown : ['This task has no plan.']), data: view.plan }
      },
    },
    {
      ...{ name: 'why', argument: '', summary: 'the last decision of the controller, and what would have changed it' },
      async answer() {
        const explained = why(conversation.events)
        const shown = explained.sentences.flatMap((sentence) => wrapped(sentence, width()))
        return { shown: lines(shown), data: explained }
      },
    },
    ...memoryCommands(conversation, look),
    {
      ...{ name: 'diff', argument: '', summary: 'the files that this task changed' },
      async answer(_, signal) {
        const changes = await conversation.agent.artoo.diff(taskOf(conversation), { signal })
        const shown =
          changes.length === 0
            ? lines(['No file differs from what it was before this task.'])
            : page('Changes of this task', (columns) => diffLines(changes, { width: columns, paint }))
        return { shown, data: changes }
      },
    },
    {
      ...{ name: 'undo', argument: '', summary: 'takes the files of this task back' },
      async answer(_, signal) {
        const undone = await conversation.agent.artoo.undo(taskOf(conversation), { signal })
        return { shown: lines(undoneLines(undone, look())), data: undone }
      },
    },
    {
      ...{ name: 'rewind', argument: '', summary: 'goes back to an earlier point: files, conversation or both' },
      async answer(_, signal) {
        return { shown: await rewindPicker(conversation, signal), data: await conversation.points(signal) }
      },
    },
    {
      ...{ name: 'resume', argument: '[id]', summary: 'goes on with a task that was parked, waits or died' },
      complete: async () => (await resumable(conversation)).items,
      async answer(id) {
        if (id !== '') {
          await conversation.resume(id)
          return { shown: null, data: { taskId: id } }
        }
        const { items, tasks } = await resumable(conversation)
        if (items.length === 0) return { shown: lines(['No task can be resumed.']), data: tasks }
        const choose = async (taskId: string) => {
          await conversation.resume(taskId)
          return null
        }
        return { shown: { type: 'pick', title: 'Go on with', items, choose }, data: tasks }
      },
    },
    {
      ...{ name: 'model', argument: '[id]', summary: 'another model for what follows' },
      async answer(id) {
        if (id !== '') await useModel(id)
        const { models } = conversation.agent
        const now = models.brain === models.tool ? models.brain : `${models.brain}, and ${models.tool} for tools`
        const words = id === '' ? `Now: ${now}. Another one: /model openai/gpt-5` : `From now on: ${now}.`
        return { shown: lines([words]), data: models }
      },
    },
    {
      ...{ name: 'mode', argument: '[mode]', summary: 'what runs unasked: ask, edits, plan or refuse' },
      complete: async () => permissionModes.map(item),
      async answer(given) {
        if (given !== '') conversation.setMode(modeIn(given))
        const { mode } = conversation
        return { shown: lines([`Mode ${mode}: ${modeWords[mode]}.`]), data: mode }
      },
    },
    {
      ...{ name: 'permissions', argument: '[tool] [input]', summary: 'the rules, or the decision about a call' },
      async answer(argument) {
        const { agent, mode } = conversation
        if (argument === '') {
          const { permissions } = agent
          const rules = (['deny', 'ask', 'allow'] as const).flatMap((kind) =>
            (permissions[kind] ?? []).map(
              (rule) => `  ${kind}: ${oneLine(typeof rule === 'string' ? rule : JSON.stringify(rule))}`,
            ),
          )
          const shown = [`Mode ${mode}: ${modeWords[mode]}.`, ...(rules.length > 0 ? rules : ['  no rules'])]
          return { shown: lines(shown), data: { ...permissions, mode } }
        }
        const [, tool = '', input = ''] = /^(\S+)\s*([\s\S]*)$/.exec(argument) ?? []
        const call = { tool, input: inputOf(tool, input), permissions: { mode } }
        const explained = await agent.artoo.explainPermission(call)
        const { verdict, by, rule, reason, runsWith } = explained
        const shown = [
          `${verdictWords[verdict]}: ${deciders[by]}${rule === null ? '' : ` (${oneLine(rule)})`}`,
          ...(reason === null ? [] : [`  ${oneLine(reason)}`]),
          ...runsWith.map((way) => `  would run with ${oneLine(way)}`),
        ]
        return { shown: lines(shown), data: explained }
      },
    },
    {
      ...{ name: 'help', argument: '', summary: 'the commands and keys' },
      async answer() {
        return {
          shown: page('artoo', (columns) => helpLines(commands, columns)),
          data: commands.map(({ name, argument, summary }) => ({ name, argument, summary })),
        }
      },
    },
    {
      ...{ name: 'exit', argument: '', summary: 'parks a task under way and leaves' },
      async answer() {
        return { shown: { type: 'leave' }, data: null }
      },
    },
  ]
  return commands
}

const verdictWords: Readonly<Record<PermissionExplanation['verdict'], string>> = {
  run: 'runs unasked',
  ask: 'asks you',
  refuse: 'is refused',
}

const deciders: Readonly<Record<PermissionExplanation['by'], string>> = {
  deny: 'a rule denies it',
  ask: 'a rule asks about it',
  allow: 'a rule allows it',
  plan: 'mode plan',
  edits: 'mode edits',
  refuse: 'mode refuse',
  gate: 'the effect that the tool declares',
}

const modeWords: Readonly<Record<PermissionMode, string>> = {
  ask: 'reads and new files run, everything else asks',
  edits: 'edits that can be undone run, too',
  plan: 'only reads run',
  refuse: 'what would ask is refused',
}

function modeIn(given: string): PermissionMode {
  const mode = permissionModes.find((known) => known === given)
  if (mode) return mode
  throw new ArtooError('invalid_option', `${given} is no mode: ${permissionModes.join(', ')}`, { field: 'mode' })
}

/** The words after a tool's name: JSON, or the command of the shell. */
function inputOf(tool: string, words: string): unknown {
  if (tool === 'shell' && !words.startsWith('{')) return { command: words }
  try {
    return JSON.parse(words)
  } catch {
    throw new ArtooError('invalid_value', `the input of ${tool} is JSON: /permissions ${tool} {"path": "a.txt"}`)
  }
}

const item = (value: string): Item => ({ value, label: value })

/** The task that a command is about: the one under way, or the last. */
function taskOf({ events }: Conversation): string {
  const [first] = events
  if (first) return first.taskId
  throw new ArtooError('unknown_task', 'there is no task yet: give one first')
}

const mostResumable = 50

async function resumable({ agent, taskId }: Conversation) {
  const tasks = []
  for await (const task of agent.artoo.tasks()) {
    if (task.taskId !== taskId && (task.state === 'waiting' || task.state === 'died')) tasks.push(task)
  }
  tasks.sort((one, other) => other.startedAt - one.startedAt)
  const newest = tasks.slice(0, mostResumable)
  const items = newest.map(async ({ taskId, state, startedAt, epoch }): Promise<Item> => {
    const read = taskFile(agent.journal.pathOf(taskId), { epoch, hasEnded: false })
    const { text } = await read.catch(() => ({ text: '' }))
    return { value: taskId, label: oneLine(text) || taskId, description: `${state}, ${age(startedAt, Date.now())}` }
  })
  return { tasks, items: await Promise.all(items) }
}

/** The outcome of a command line such as `/cost`, for headless output. */
export async function answerTo(commands: readonly SlashCommand[], line: string, signal: AbortSignal): Promise<object> {
  const [, name = '', argument = ''] = /^\/?([a-z-]+)(?:\s+([\s\S]*))?$/.exec(line.trim()) ?? []
  const command = commands.find((known) => known.name === name)
  if (!command)
    throw new ArtooError('unknown_command', `there is no /${name}: ${commands.map((one) => one.name).join(', ')}`)
  const { data, carryOut } = await command.answer(argument.trim(), signal)
  return { type: 'command', name, data: carryOut ? await carryOut() : data }
}
