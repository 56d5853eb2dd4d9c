import type { Conversation, RewindPart, RewindPoint, Rewound } from '../conversation/conversation.js'
import { plainPaint, undoneLines } from '../view/index.js'
import { counted } from '../view/text/numbers.js'
import type { Item, Shown } from './ports.js'

const parts: readonly (Item & { readonly value: RewindPart })[] = [
  { value: 'both', label: 'files and conversation' },
  { value: 'files', label: 'files alone' },
  { value: 'conversation', label: 'conversation alone' },
]

/** Lets a person choose a point of the conversation, then the parts that go back to it. */
export async function rewindPicker(conversation: Conversation, signal?: AbortSignal): Promise<Shown> {
  await conversation.idle()
  const points = await conversation.points(signal)
  if (points.length === 0) return { type: 'lines', lines: ['There is no point to go back to.'], tone: 'quiet' }
  return {
    type: 'pick',
    title: 'Go back to the time before',
    items: points
      .map((point, index) => ({ value: `${index}`, label: point.title, description: about(point) }))
      .reverse(),
    async choose(value) {
      const point = points[Number(value)]
      return point === undefined ? null : partPicker(conversation, point)
    },
  }
}

function partPicker(conversation: Conversation, point: RewindPoint): Shown {
  return {
    type: 'pick',
    title: `What goes back to the time before “${point.title}”?`,
    items: point.files === 0 ? parts.filter(({ value }) => value === 'conversation') : parts,
    async choose(value) {
      const part = parts.find((each) => each.value === value)
      return part === undefined ? null : shownOf(await conversation.rewind(point, part.value))
    },
  }
}

const about = ({ at, files, round }: RewindPoint) =>
  [
    ...(round === null ? [] : [`round ${round}`]),
    files === 0 ? 'no file differs' : `${counted(files, 'file')} ${files === 1 ? 'differs' : 'differ'}`,
    new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }),
  ].join(' · ')

function shownOf({ files, text, taskId }: Rewound): Shown {
  const lines = [
    ...(files === null ? [] : undoneLines(files, { width: Number.POSITIVE_INFINITY, paint: plainPaint })),
    ...(text === null && taskId === null ? [] : ['The conversation is back there.']),
  ]
  return { type: 'lines', lines, tone: 'quiet', ...(text !== null && { text }) }
}
