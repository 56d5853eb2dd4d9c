import { describe, expect, it } from 'vitest'
import { judgingFor } from '../src/escalation/rules.js'
import { call } from './builders.js'

const work = { tools: ['read', 'edit_file'], readTools: ['read'], records: [call()], failedChecks: [] }
const edit = (target: string, status: 'ok' | 'error' | 'refused' = 'ok') =>
  call({ id: `${target} ${status}`, tool: 'edit_file', target, status, effect: 'irreversible' })
const failed = (target: string, code = 'tool_failed') =>
  call({ id: target, tool: 'read', target, status: 'error', code, effect: 'read' })

/** A call that never reached its tool. */
const unmade = (tool: string, code: string) =>
  call({ id: tool, tool, target: null, status: code === 'tool_not_allowed' ? 'refused' : 'error', code, effect: null })

describe('a direct conversation is judged', () => {
  it.each([
    ['a call that changed something', [edit('a.txt')], ['changing_call'], '`edit_file` changed a.txt'],
    ['two of them', [edit('a'), edit('b')], ['changing_call'], '`edit_file` changed a and b'],
    [
      'many of them',
      [edit('a'), edit('b'), edit('c'), edit('d')],
      ['changing_call'],
      '`edit_file` changed a and b and 2 more',
    ],
    ['one that was refused', [edit('a', 'refused')], ['changing_call'], '`edit_file` was refused for a'],
    ['one that failed', [edit('a', 'error')], ['changing_call'], '`edit_file` failed at changing a'],
    ['two reads that failed', [failed('a'), failed('b')], ['failed_tools'], '`read` failed on a and b'],
    ['no call, though there are tools', [], ['no_call'], 'no tool was called'],
    ['calls of tools that there are not', [unmade('guess', 'tool_not_allowed')], ['no_call'], 'no tool was called'],
    [
      'a change that came to nothing',
      [call(), unmade('edit_file', 'invalid_input')],
      ['changing_call'],
      '`edit_file` failed at changing something',
    ],
  ] as const)('after %s', (_, records, rules, because) => {
    expect(judgingFor({ ...work, records })).toEqual({ to: 'judging', rules, because })
  })

  it('where a check has failed', () => {
    const found = judgingFor({ ...work, failedChecks: ['the tests pass'] })
    expect(found).toEqual({ to: 'judging', rules: ['failed_check'], because: 'a check failed: the tests pass' })
  })

  it('by several rules at once, whose reasons have a bound', () => {
    const many = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(300)}`)
    const found = judgingFor({ ...work, records: many.map((target) => edit(target, 'error')), failedChecks: many })
    expect(found?.rules).toEqual(['changing_call', 'failed_check', 'failed_tools'])
    expect(found?.because.length).toBeLessThanOrEqual(520)
  })

  it.each([
    ['reads that went well', [call()], work.tools],
    ['one read that failed', [failed('a')], work.tools],
    ['no call, where there is no tool', [], []],
  ] as const)('not after %s', (_, records, tools) => {
    expect(judgingFor({ ...work, records, tools })).toBeNull()
  })
})
