import type { Envelope } from '@artoo/bus'
import { errorCode } from '@artoo/spec'
import {
  type Journal,
  type JournalLine,
  type JournalledRun,
  journalVersion,
  type RunFilter,
} from '../journal/journal.js'
import { ownershipFold } from '../journal/ownership.js'
import { readLines } from '../journal/read-lines.js'
import { appendLines } from './append-lines.js'
import { assertSame, collect } from './expectations.js'

/** Opens the journal as another process would find it. */
type ReopenJournal = () => Journal | Promise<Journal>

/** A promise that every journal keeps. */
export interface JournalCase {
  readonly name: string
  /** Rejects when the journal breaks the promise. */
  run(journal: Journal, reopen: ReopenJournal): Promise<void>
}

/** The check of lines whose checks are not compared. */
const check = '0123456789abcdef'

const start = (taskId: string, at = 1_000): JournalLine => ({
  kind: 'start',
  epoch: 1,
  version: journalVersion,
  taskId,
  at,
  check,
})
const end: JournalLine = { kind: 'end', epoch: 1, at: 2_000, check }

function event(seq: number, text = `event ${seq}`): JournalLine {
  const address = { taskId: 'task', causationId: null, from: 'host', to: 'log', type: 'Note', at: 1_000 }
  const envelope: Envelope = { id: `id-${seq}`, seq, ...address, payload: { text } }
  return { kind: 'event', epoch: 1, event: envelope, check }
}

const withPayload = (line: JournalLine, payload: unknown): JournalLine =>
  line.kind === 'event' ? { ...line, event: { ...line.event, payload } } : line

/** A text with line ends, quotes, escapes and characters that a cut in the middle would break. */
const oddText = 'a\nb\r\nc\u2028d\u2029e\u0000f"g\\h ﷺ 𝒳 👩‍👩‍👧 {"kind":"end"}'

/** The runs of a journal without the fields that a journal may list or not. */
async function runsIn(journal: Journal, filter?: RunFilter): Promise<readonly JournalledRun[]> {
  const runs = await collect(journal.list(filter))
  return runs.map(({ epoch: _, endedAt: __, ...run }) => run)
}

export const journalCases: readonly JournalCase[] = [
  {
    name: 'gives back what was appended, in order, over any number of writes',
    async run(journal) {
      const lines = [start('task'), ...Array.from({ length: 120 }, (_, index) => event(index + 1)), end]
      await journal.append('task', lines.slice(0, 3))
      for (const line of lines.slice(3, 20)) await journal.append('task', [line])
      await journal.append('task', lines.slice(20))
      assertSame(await collect(journal.read('task')), lines)
    },
  },
  {
    name: 'keeps every text as it is, however odd or long',
    async run(journal, reopen) {
      const hash = 'a'.repeat(64)
      const blob: JournalLine = { kind: 'blob', epoch: 1, hash, text: oddText.repeat(20_000), check }
      const lines = [start('task'), event(1, oddText), blob, event(2, ''), end]
      await journal.append('task', lines)
      assertSame(await collect((await reopen()).read('task')), lines)
    },
  },
  {
    name: 'gives back lines that match their checks, whatever is in them and whoever wrote them',
    async run(journal, reopen) {
      const odd = { b: 1, a: -0.5, 10: 1e21, 2: null, [oddText]: [oddText, ['\ud800'], {}], ['__proto__']: false }
      const first = [start('task'), event(1, oddText), withPayload(event(2), odd)]
      await appendLines(journal, 'task', first)
      const later = await reopen()
      const claim = { kind: 'lease', epoch: 2, owner: oddText, at: 1_000, until: 9_000 } as const
      await appendLines(later, 'task', [
        claim,
        withPayload({ ...event(3), epoch: 2 } as JournalLine, odd),
        { ...end, epoch: 2 },
      ])
      const lines = await collect(readLines(await reopen(), 'task'))
      assertSame(
        lines.map(({ isValid }) => isValid),
        [true, true, true, true, true, true],
      )
    },
  },
  {
    name: 'takes no line into a run from an owner that has lost it, and no claim while another holds it',
    async run(journal, reopen) {
      const lease = (epoch: number, owner: string, own: object): JournalLine =>
        ({ kind: 'lease', epoch, owner, at: 1_000, until: 9_000, check, ...own }) as JournalLine
      const offered = async (line: JournalLine) => {
        try {
          await journal.append('task', [line])
        } catch (error) {
          if (errorCode(error) !== 'lease_lost') throw error
        }
      }
      await journal.append('task', [start('task'), lease(1, 'Ann', {}), event(1)])
      await offered(lease(2, 'Bob', { at: 8_999 }))
      await offered(lease(3, 'Bob', { at: 9_000 }))
      await offered({ ...event(2, 'of nobody'), epoch: 2 } as JournalLine)
      await journal.append('task', [lease(2, 'Bob', { at: 9_000, until: 10_000 })])
      await offered(event(2, 'of Ann'))
      await offered(end)
      await journal.append('task', [{ ...event(2, 'of Bob'), epoch: 2 } as JournalLine])
      await journal.append('task', [lease(3, 'Eve', { takesOver: 2 })])
      await offered({ ...event(3, 'of Bob'), epoch: 2 } as JournalLine)
      await journal.append('task', [{ ...end, epoch: 3 }])
      await offered({ ...event(3, 'after the end'), epoch: 3 } as JournalLine)
      const fold = ownershipFold()
      const said: unknown[] = []
      for await (const line of (await reopen()).read('task')) {
        if (fold.take(line) && line.kind === 'event') said.push(Reflect.get(Object(line.event.payload), 'text'))
      }
      assertSame(said, ['event 1', 'of Bob'])
      assertSame([fold.now.epoch, fold.now.owner, fold.now.state], [3, 'Eve', 'ended'])
    },
  },
  {
    name: 'gives back the lines after any of them',
    async run(journal, reopen) {
      const lines = [start('task'), ...Array.from({ length: 30 }, (_, index) => event(index + 1, oddText)), end]
      await journal.append('task-1', [start('task-1')])
      for (let at = 0; at < lines.length; at += 7) await journal.append('task', lines.slice(at, at + 7))
      const later = await reopen()
      for (const from of [0, 1, 7, 31, 32, 99]) assertSame(await collect(later.read('task', from)), lines.slice(from))
      assertSame(await collect(later.read('nobody', 3)), [])
    },
  },
  {
    name: 'keeps runs apart whose ids begin alike',
    async run(journal) {
      for (const taskId of ['task', 'task-1', 'task-10']) await journal.append(taskId, [start(taskId)])
      await journal.append('task-1', [event(1)])
      assertSame(await collect(journal.read('task')), [start('task')])
      assertSame(await collect(journal.read('task-1')), [start('task-1'), event(1)])
      assertSame(await collect(journal.read('task-10')), [start('task-10')])
    },
  },
  {
    name: 'has nothing of a run that it does not know',
    async run(journal) {
      assertSame(await collect(journal.read('nobody')), [])
      assertSame(await collect(journal.list()), [])
      await journal.remove('nobody')
    },
  },
  {
    name: 'lists runs by state, also when another process ended before them',
    async run(journal, reopen) {
      await journal.append('done', [start('done', 1_000), event(1), end])
      await journal.append('open', [start('open', 5_000), event(1, oddText)])
      const done = { taskId: 'done', state: 'ended', startedAt: 1_000 }
      const open = { taskId: 'open', state: 'running', startedAt: 5_000 }
      const check = async (found: Journal) => {
        const all = await runsIn(found)
        assertSame(
          [...all].sort((one, other) => one.startedAt - other.startedAt),
          [done, open],
        )
        assertSame(await runsIn(found, { state: 'ended' }), [done])
        assertSame(await runsIn(found, { state: 'running' }), [open])
      }
      await check(journal)
      await check(await reopen())
    },
  },
  {
    name: 'tells of a run that waits, until it goes on',
    async run(journal, reopen) {
      await journal.append('task', [start('task'), event(1), { kind: 'wait', epoch: 1, at: 2_000, check }])
      const task = { taskId: 'task', state: 'waiting', startedAt: 1_000 }
      assertSame(await runsIn(await reopen(), { state: 'waiting' }), [task])
      const later = await reopen()
      await later.append('task', [event(2)])
      assertSame(await runsIn(later), [{ ...task, state: 'running' }])
    },
  },
  {
    name: 'lists the turns of a conversation, and of no other',
    async run(journal, reopen) {
      const turnOf = (taskId: string, id: string, turn: number, after?: number): JournalLine => {
        const begin = { type: 'Note', text: oddText.repeat(200) }
        const run = { deciders: '1', begin, settings: null, limits: {} as never, onUnanswered: 'refuse' } as const
        return {
          kind: 'start',
          epoch: 1,
          version: journalVersion,
          taskId,
          at: 1_000 * turn,
          run: { ...run, session: { id, turn, ...(after !== undefined && { after }) } },
          check,
        }
      }
      await journal.append('task-0', [start('task-0'), end])
      await journal.append('task-1', [turnOf('task-1', 'Ann', 1), event(1), end])
      await journal.append('task-2', [turnOf('task-2', 'Ann/Bob', 1), event(1), end])
      const listed = async (found: Journal) => {
        const all = await collect(found.list({ session: 'Ann' }))
        const after = (session: JournalledRun['session']) =>
          session?.after === undefined ? '' : ` after ${session.after}`
        return all.map(({ taskId, state, session }) => `${session?.turn} ${taskId} ${state}${after(session)}`).sort()
      }
      assertSame(await listed(journal), ['1 task-1 ended'])
      assertSame(await collect(journal.list({ session: 'A' })), [])
      await journal.append('task-3', [turnOf('task-3', 'Ann', 2), event(1)])
      assertSame(await listed(journal), ['1 task-1 ended', '2 task-3 running'])
      const later = await reopen()
      assertSame(await listed(later), ['1 task-1 ended', '2 task-3 running'])
      assertSame((await collect(later.list({ session: 'Ann', state: 'running' }))).length, 1)
      await later.remove('task-1')
      assertSame(await listed(later), ['2 task-3 running'])
      await later.append('task-4', [turnOf('task-4', 'Ann', 3, 0)])
      await later.append('task-5', [turnOf('task-5', 'Ann', 4, 3)])
      const rewound = ['2 task-3 running', '3 task-4 running after 0', '4 task-5 running after 3']
      assertSame(await listed(await reopen()), rewound)
    },
  },
  {
    name: 'goes on with a run where the last process left it',
    async run(journal, reopen) {
      await journal.append('task', [start('task'), event(1)])
      const later = await reopen()
      await later.append('task', [event(2), end])
      assertSame(await collect(later.read('task')), [start('task'), event(1), event(2), end])
    },
  },
  {
    name: 'refuses to begin a run that is there, also when another process ended before',
    async run(journal, reopen) {
      const lines = [start('task'), event(1), end]
      await journal.append('task', lines)
      const check = async (found: Journal) => {
        const again = async () => found.append('task', [start('task'), event(2)])
        const refused = await again().then(
          () => false,
          () => true,
        )
        assertSame(refused, true)
        assertSame(await collect(found.read('task')), lines)
      }
      await check(journal)
      await check(await reopen())
    },
  },
  {
    name: 'counts a run’s lines, if it counts, whoever wrote them',
    async run(journal, reopen) {
      if (!journal.count) return
      assertSame(await journal.count('task'), 0)
      await journal.append('task', [start('task'), event(1)])
      await journal.append('task-1', [start('task-1')])
      assertSame(await journal.count('task'), 2)
      const later = await reopen()
      assertSame(await later.count?.('task'), 2)
      await later.append('task', [event(2, oddText), event(3)])
      assertSame(await later.count?.('task'), 4)
      const last = await reopen()
      await last.append('task', [event(4)])
      assertSame(await last.count?.('task'), 5)
      assertSame((await collect(last.read('task'))).length, 5)
      await last.remove('task')
      assertSame(await last.count?.('task'), 0)
    },
  },
  {
    name: 'counts what another process writes meanwhile, if it counts and two may have it open',
    async run(journal, reopen) {
      await journal.append('task', [start('task')])
      const other = await reopen()
      const isShared = await Promise.resolve(journal.count?.('task')).then(
        (count) => count === 1,
        () => false,
      )
      if (!isShared) return
      for (let lines = 1; lines < 20; lines += 2) {
        await other.append('task', [event(lines)])
        assertSame(await journal.count?.('task'), lines + 1)
        await journal.append('task', [event(lines + 1)])
        assertSame(await journal.count?.('task'), lines + 2)
        assertSame(await other.count?.('task'), lines + 2)
      }
      assertSame((await collect(other.read('task'))).length, 20 - (20 % 2) + 1)
    },
  },
  {
    name: 'removes a run, and no other',
    async run(journal, reopen) {
      for (const taskId of ['task', 'task-1']) await journal.append(taskId, [start(taskId), event(1), end])
      await journal.remove('task')
      await journal.remove('task')
      const check = async (found: Journal) => {
        assertSame(await collect(found.read('task')), [])
        const left = await runsIn(found)
        assertSame(
          left.map(({ taskId }) => taskId),
          ['task-1'],
        )
      }
      await check(journal)
      await check(await reopen())
    },
  },
]
