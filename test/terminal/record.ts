/** `npm run terminal:screens`: plays stories in a real terminal, and writes pictures of some of their moments to `docs/terminal`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { stories } from './scenes/index.js'
import { perform } from './stage.js'
import { svgOfScreen } from './svg-of-screen.js'
import { missingTmux } from './tmux.js'

interface Picture {
  readonly file: string
  readonly story: string
  readonly moment: string
  readonly title: string
}

const small = { columns: 80, rows: 24 }
const large = { columns: 200, rows: 50 }
const folder = new URL('../../docs/terminal/', import.meta.url)

const pictures: readonly Picture[] = [
  { file: 'one-shot', story: 'one-shot', moment: 'one shot', title: 'One task from the shell, and its answer' },
  { file: 'plan', story: 'parallel', moment: 'parallel', title: 'A plan whose first two parts go side by side' },
  {
    file: 'replan',
    story: 'replan',
    moment: 'after a replan',
    title: 'The first way failed: the loss of each round, and the order that it led to',
  },
  { file: 'why', story: 'replan', moment: 'why', title: 'Why the task was accepted, and what would have changed it' },
  { file: 'cost', story: 'replan', moment: 'cost', title: 'Calls, tokens and time by role, and the status line' },
  {
    file: 'confirmation',
    story: 'confirm',
    moment: 'confirmation',
    title: 'An edit is put before the person with its diff',
  },
  {
    file: 'rewind',
    story: 'rewind',
    moment: 'points with a round',
    title: 'The points that the conversation can go back to',
  },
  { file: 'resume', story: 'hung-up', moment: 'resume list', title: 'Tasks that can be resumed' },
]

const missing = missingTmux()
if (missing !== null) throw new Error(missing)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await mkdir(folder, { recursive: true })
const given = process.argv.slice(2)
for (const [size, ending] of [
  [small, ''],
  [large, '-wide'],
] as const) {
  for (const story of stories) {
    // One is enough to show what a large window is like.
    const own = pictures.filter(
      (picture) => picture.story === story.name && (size === small || picture.file === 'plan'),
    )
    const wanted = own.filter(({ file }) => given.length === 0 || given.includes(file))
    if (wanted.length === 0) continue
    await perform(story, size, async (moment, terminal) => {
      for (const { file, title } of wanted.filter((picture) => picture.moment === moment)) {
        await terminal.calm()
        await writeFile(new URL(`${file}${ending}.svg`, folder), await svgOfScreen(title, await terminal.ansi(), size))
      }
    })
  }
}
