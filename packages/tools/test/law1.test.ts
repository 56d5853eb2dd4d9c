import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessCommand } from '../src/law1/assess-command.js'
import { asks, free } from './law1-cases.js'
import { invocations, scripts, tamperedWith } from './law1-grammar.js'
import { changing } from './law1-sandbox.js'

fc.configureGlobal({ seed: 20260221 })

const isFree = (command: string) => assessCommand(command).reason === null

describe('Law 1 asks before', () => {
  it.each(asks)('%s', (_trick, commands) => {
    expect(commands.length).toBeGreaterThan(0)
    expect(commands.filter(isFree)).toEqual([])
  })

  it('invisible characters and unusual blanks', () => {
    const hidden = [
      '\u00a0',
      '\u200b',
      '\u202e',
      '\u2028',
      '\ufeff',
      '\u3000',
      '\r',
      '\0',
      '\x1b',
      '\x7f',
      '\ud800',
      '\v',
      '\f',
    ]
    expect(
      hidden.flatMap((character) => [`ls${character}`, `ls ${character}a`, `echo '${character}'`]).filter(isFree),
    ).toEqual([])
  })

  it('what is too long or too deep to judge', () => {
    expect(
      [`echo ${'x'.repeat(8192)}`, `${'echo $('.repeat(300)}${')'.repeat(300)}`, '('.repeat(4000)].filter(isFree),
    ).toEqual([])
  })
})

describe('Law 1 leaves free', () => {
  it('commands that only read', () => {
    expect(free.filter((command) => !isFree(command))).toEqual([])
  })

  it('nothing on that list that changes the tree', { timeout: 120_000 }, () => {
    expect(changing(free)).toEqual([])
  })

  it.each([
    ['of one program', invocations, 200],
    ['generated', scripts, 125],
    ['tampered with', tamperedWith(free), 400],
  ])('no command %s that changes the tree', { timeout: 120_000 }, (_case, commands, numRuns) => {
    const accepted: string[] = []
    const takeFree = (command: string) => {
      if (isFree(command)) accepted.push(command)
    }
    fc.assert(fc.property(commands, takeFree), { numRuns })
    expect(accepted.length).toBeGreaterThan(40)
    expect(changing(accepted)).toEqual([])
  })
})

it('the tables are large, and no line stands in them twice', () => {
  const asking = asks.flatMap(([, commands]) => commands)
  expect(asking.length).toBeGreaterThanOrEqual(900)
  expect(free.length).toBeGreaterThanOrEqual(400)
  expect(new Set([...asking, ...free]).size).toBe(asking.length + free.length)
})

describe('the reason', () => {
  it.each([
    ['ls && rm x', 'rm is not known to be read-only'],
    ['find . -delete', 'find: -delete is not known to be read-only'],
    ['ls | xargs rm', 'xargs: rm is not known to be read-only'],
    ['ls > f', '> f may write a file'],
    ['PATH=. ls', 'it sets PATH for ls'],
    ['ls &', 'it leaves a command in the background'],
    ['[[ a -gt 1 ]]', '[[ … -gt … ]] may compute with what is only known at run time; use [ ]'],
    ['[[ a > b ]]', 'a shell without [[ ]] reads it otherwise (> b may write a file); use [ ]'],
    ['echo @(a)', 'it uses ExtendedGlob, which is not among the harmless parts of every shell'],
    ['cat .env', '.env may hold keys or credentials'],
  ])('of %s', (command, reason) => {
    expect(assessCommand(command).reason).toBe(reason)
  })
})

it('takes exit code 1 for an answer only from read-only commands that give one', () => {
  const answers = ['grep x f', 'cat f | grep x', 'ls && [ -f x ]', 'diff a b']
  const fails = ['ls', 'cat f', 'rm x; grep x f', 'grep x f; rm x']
  const meansNo = (command: string) => assessCommand(command).exitOneMeansNo
  expect(answers.filter(meansNo)).toEqual(answers)
  expect(fails.filter(meansNo)).toEqual([])
})
