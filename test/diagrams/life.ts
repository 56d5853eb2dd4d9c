import { type ArtooContracts, artooSystem } from '@artoo/roles'
import { arrow, type Box, box, picture, text } from './svg.js'

const { contracts } = artooSystem

const size = { width: 104, height: 46 }

/** The roles and their surroundings, and where they stand. */
const places = {
  host: { x: 78, y: 160, lines: ['you'] },
  R1: { x: 250, y: 160, lines: ['R1', 'reads'] },
  R2: { x: 422, y: 160, lines: ['R2', 'plans'] },
  R3: { x: 594, y: 160, lines: ['R3', 'carries out'] },
  R4a: { x: 766, y: 160, lines: ['R4a', 'judges a part'] },
  R4b: { x: 938, y: 160, lines: ['R4b', 'judges the whole'] },
  tools: { x: 594, y: 50, lines: ['tools', 'behind the gate'] },
  R5: { x: 422, y: 290, lines: ['R5', 'remembers'] },
  R7: { x: 680, y: 290, lines: ['R7', 'controls'] },
} as const
type Place = keyof typeof places

/** The messages that are drawn; their routes come from the contracts. `shift` moves an arrow aside from its way back. */
const drawn = [
  { type: 'UserInput' },
  { type: 'TaskSpec' },
  { type: 'SubTask', to: 'R3' },
  { type: 'ExecutionResult', shift: -9 },
  { type: 'CorrectionSignal', shift: 9 },
  { type: 'SubTaskOutcome' },
  { type: 'ToolRequest', from: 'R3', shift: -9 },
  { type: 'ToolResult', to: 'R3', shift: 9 },
  { type: 'ConfirmationRequest', shift: -9 },
  { type: 'ConfirmationAnswer', shift: 9 },
  { type: 'MemoryReading', shift: -9 },
  { type: 'Megram' },
  { type: 'OutcomeSummary', shift: -9 },
  { type: 'ReplanRequest', shift: 9 },
  { type: 'PlanDirective' },
  { type: 'FinalResult' },
] as const satisfies readonly {
  readonly type: keyof ArtooContracts
  readonly from?: Place
  readonly to?: Place
  readonly shift?: number
}[]

/** Who sends what to whom in a task, from the contracts of the roles. */
export function lifePicture(): string {
  const arrows = drawn.flatMap((message) => {
    const routes = contracts[message.type].routes as readonly (readonly [string, string])[]
    return routes
      .filter(([from, to]) => from in places && to in places)
      .filter(([from]) => !('from' in message) || from === message.from)
      .filter(([, to]) => !('to' in message) || to === message.to)
      .map(([from, to]) => connection(message.type, from as Place, to as Place, 'shift' in message ? message.shift : 0))
  })
  const boxes = Object.values(places).map(({ x, y, lines }) => box({ x, y, ...size }, lines))
  return picture('Who sends what to whom in a task', [1016, 380], [...arrows, ...boxes])
}

function connection(type: string, from: Place, to: Place, shift: number): string {
  const points = wayOf({ ...places[from], ...size }, { ...places[to], ...size }, shift)
  return [arrow(points), label(type, points, shift)].join('\n')
}

type Point = readonly [number, number]

/** Straight where two boxes stand in a row or a column; else out of the side and into the top or bottom, or around. */
function wayOf(from: Box, to: Box, shift: number): readonly Point[] {
  const right = Math.sign(to.x - from.x)
  const down = Math.sign(to.y - from.y)
  if (from.y === to.y) {
    const y = from.y + shift
    return [
      [from.x + (right * from.width) / 2, y],
      [to.x - (right * to.width) / 2, y],
    ]
  }
  if (from.x === to.x) {
    const x = from.x + shift
    return [
      [x, from.y + (down * from.height) / 2],
      [x, to.y - (down * to.height) / 2],
    ]
  }
  const bottom = from.y + from.height / 2
  if (down < 0 && from.x - to.x > 400) {
    return [
      [from.x, bottom],
      [from.x, bottom + 36],
      [to.x, bottom + 36],
      [to.x, to.y + to.height / 2],
    ]
  }
  if (down < 0 && right < 0) {
    return [
      [from.x - 30, from.y - from.height / 2],
      [from.x - 30, from.y - 60],
      [to.x + 30, from.y - 60],
      [to.x + 30, to.y + to.height / 2],
    ]
  }
  if (down > 0) {
    const x = from.x + shift
    return right < 0 && Math.abs(to.x - from.x) < 400 && shift !== 0
      ? [
          [x, bottom],
          [x, to.y + shift],
          [to.x + to.width / 2, to.y + shift],
        ]
      : [
          [from.x - from.width / 2, from.y + shift],
          [to.x + shift, from.y + shift],
          [to.x + shift, to.y - to.height / 2],
        ]
  }
  return [
    [from.x + shift, from.y - from.height / 2],
    [from.x + shift, to.y + shift],
    [to.x - to.width / 2, to.y + shift],
  ]
}

/** The name of a message at the longest piece of its way, broken before its second word where that is short. */
function label(type: string, points: readonly Point[], shift: number): string {
  const pieces = points.slice(1).map((end, index) => [points[index] ?? end, end] as const)
  const length = ([[ax, ay], [bx, by]]: readonly [Point, Point]) => Math.abs(ax - bx) + Math.abs(ay - by)
  const [[ax, ay], [bx, by]] = pieces.reduce((most, piece) => (length(piece) > length(most) ? piece : most)) as [
    Point,
    Point,
  ]
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2]
  const words = type.split(/(?<=[a-z])(?=[A-Z])/)
  if (ax === bx) return text(type, [x + (shift < 0 ? -6 : 6), y + 4], 'quiet small halo', shift < 0 ? 'end' : 'start')
  const lines =
    length([
      [ax, ay],
      [bx, by],
    ]) < 100
      ? words
      : [type]
  const below = shift > 0
  return lines
    .map((word, index) =>
      text(
        word,
        [x, below ? y + 14 + index * 12 : y - 6 - (lines.length - 1 - index) * 12],
        'quiet small halo',
        'middle',
      ),
    )
    .join('\n')
}
