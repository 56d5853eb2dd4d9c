import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/call/exit-codes.js'
import { flagTable } from '../../src/call/flags.js'
import { commandNames, commandTable } from '../../src/command-line/commands.js'
import { main } from '../../src/command-line/main.js'

async function called(...words: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = { out: '', err: '' }
  stdout.on('data', (chunk) => (printed.out += chunk))
  stderr.on('data', (chunk) => (printed.err += chunk))
  const { signal } = new AbortController()
  const surroundings = {
    stdin,
    hasInput: false,
    stdout: Object.assign(stdout, { columns: 100 }),
    stderr,
    env: {},
    cwd: '/',
    signal,
  }
  return { code: await main(words, surroundings), ...printed }
}

test('--help names every command, flag of tasks and exit code', async () => {
  const { code, out } = await called('--help')
  expect(code).toBe(0)
  for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  for (const name of commandTable.run.flags) expect(out).toContain(/--[a-z-]+/.exec(flagTable[name].form)?.[0])
  for (const [number, meaning] of Object.values(exitCodes)) expect(out).toContain(`${number}  ${meaning}`)
})

test('--version prints the version of the package alone', async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(await called('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('init takes the model of the project', async () => {
  expect(await called('init', '--model', 'nix')).toMatchObject({ code: 2, err: expect.stringContaining('not nix') })
})

test('a wrong flag is named as artoo does', async () => {
  expect((await called('tasks', '--nix')).err).toBe("artoo: unknown option '--nix'\n")
})

test.each(commandNames)('help of %s shows its examples', async (name) => {
  const { code, out } = await called(name, '--help')
  expect(code).toBe(0)
  for (const example of commandTable[name].examples) expect(out).toContain(example)
})

test('the page of the terminal has the table of exit codes', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/terminal.md'), 'utf8')
  for (const [code, meaning] of Object.values(exitCodes)) expect(page).toContain(`| ${code} | ${meaning} |`)
})

describe('a word that is nearly a command is no task', () => {
  test.each(['taks', 'tsaks', 'task', 'taskss', 'resum', 'doctro'])('%s', async (word) => {
    const { code, err } = await called(word)
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean')])
  })
})

test('a choice that a command does not have is refused with those it has', async () => {
  const { code, err } = await called('memory', 'fly')
  expect([code, err]).toEqual([2, expect.stringContaining('summary, list, rules')])
})

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish'])('%s names the commands', async (shell) => {
    const { code, out } = await called('completion', shell)
    expect(code).toBe(0)
    for (const name of commandNames) expect(out).toContain(name)
  })

  test('bash completes commands, choices and values of flags', async () => {
    const { out } = await called('completion', 'bash')
    const completed = (...words: readonly string[]) => {
      const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _artoo; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').filter(Boolean)
    }
    expect(completed('artoo', 'ta')).toEqual(['tasks'])
    expect(completed('artoo', 'memory', 'for')).toEqual(['forget'])
    expect(completed('artoo', 'run', '--mode', 'e')).toEqual(['edits'])
    expect(completed('artoo', 'tasks', '--st')).toEqual(['--state'])
  })
})
