import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SubAgentTask, Worker } from '@artoo/agent-loop'

/** Stands in for a model: it knows one way for each atom, and believes in each of them. */
export const knownWays: Worker = async (task) => {
  const way = ways[task.brief.atom]
  if (!way) return { success: false, summary: `it knows no way to ${task.brief.task}` }
  return { success: true, summary: way(task) }
}

const ways: Readonly<Record<string, (task: SubAgentTask) => string>> = {
  look({ directory }) {
    const failing = failingIn(directory)
    writeFileSync(join(directory, 'NOTES.md'), `# Failing\n\n${failing.map((name) => `- ${name}\n`).join('')}`)
    return `${failing.length} tests fail: ${failing.join('; ')}`
  },
  patch({ directory }) {
    edit(directory, ".replace(' ', '-')", ".replaceAll(' ', '-')")
    return 'every space is replaced'
  },
  rewrite({ directory }) {
    const spelt = ".replace(/[äöüß]/g, (sign) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[sign])"
    edit(directory, ".replace(' ', '-')", `${spelt}\n    .match(/[\\p{L}\\p{N}]+/gu)\n    .join('-')`)
    return 'umlauts are spelt out, and only letters and digits are kept'
  },
  tell({ directory, brief }) {
    appendFileSync(
      join(directory, 'CHANGELOG.md'),
      `- \`slug\`: ${brief.findings.map(({ summary }) => summary).join('; ')}.\n`,
    )
    return 'the change log tells of it'
  },
}

function edit(directory: string, before: string, after: string): void {
  const path = join(directory, 'src/slug.js')
  writeFileSync(path, readFileSync(path, 'utf8').replace(before, after))
}

function failingIn(directory: string): readonly string[] {
  try {
    execFileSync(process.execPath, ['--test', '--test-reporter', 'tap'], { cwd: directory, stdio: 'pipe' })
    return []
  } catch (error) {
    const { stdout } = error as { readonly stdout: Buffer }
    return [...String(stdout).matchAll(/^\s*not ok \d+ - (.*)$/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !name.endsWith('.js'))
  }
}
