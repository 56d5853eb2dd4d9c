import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureOf, measureText, weightsOf } from '@artoo/agent-loop'
import { createAgentLoop } from '@artoo/agent-loop/node'
import { drawer } from './drawer.js'
import { knownWays } from './known-ways.js'
import { plan } from './plan.js'
import { fromSecondTerminal } from './second-terminal.js'

/** A small broken project is copied, and mended until its own tests pass: without a key, without a network. */
export async function main(words: readonly string[]): Promise<void> {
  if (words.length > 0) {
    await fromSecondTerminal(words)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'artoo-loop-example-'))
  const project = join(folder, 'project')
  const state = join(folder, 'loop.json')
  cpSync(new URL('project', import.meta.url), project, { recursive: true })
  git(project, 'init', '--quiet')
  git(project, 'add', '--all')
  git(project, 'commit', '--quiet', '--message', 'As it was found')
  console.log(
    `${project}: ${failingTests(project)}\nWatch it from a second terminal: npm start -- loop status ${state}\n`,
  )

  const loop = createAgentLoop({ workspace: project, state, worker: knownWays })
  const agreed = await loop.align(plan, { by: 'you' })
  const measure = measureText(measureOf(agreed, weightsOf(agreed)))
  console.log(`Agreed: at most ${agreed.objective.constraints.max_iterations} iterations, measure ${measure}\n`)

  const draw = drawer(process.stdout)
  const run = loop.start()
  for await (const event of run) {
    if (event.type === 'Commit') draw(await loop.state(), event.payload)
  }
  const { status, code, detail } = await run
  draw.done(await loop.state())
  console.log(`\n${status} (${code}): ${detail}`)
  console.log(
    `\nThe checkout as before: git status says ${JSON.stringify(git(project, 'status', '--short'))}, ${failingTests(project)}`,
  )
  console.log(
    git(project, 'log', '--oneline', '--decorate', '--all', '--', 'src', 'NOTES.md', 'CHANGELOG.md').trimEnd(),
  )
  const landing = await loop.land()
  console.log(`\nLanded (${landing.status}): ${failingTests(project)}\n${git(project, 'status', '--short').trimEnd()}`)
  await loop.close()
}

function git(directory: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=You', '-c', 'user.email=you@example.org']
  return execFileSync('git', [...identity, ...words], { cwd: directory, encoding: 'utf8' })
}

/** By the project's own tests. */
function failingTests(directory: string): string {
  try {
    execFileSync(process.execPath, ['--test'], { cwd: directory, stdio: 'pipe' })
    return 'its tests pass'
  } catch (error) {
    const { stdout } = error as { readonly stdout: Buffer }
    return `${/^(?:#|ℹ) fail (\d+)/m.exec(String(stdout))?.[1] ?? 'some'} of its tests fail`
  }
}
