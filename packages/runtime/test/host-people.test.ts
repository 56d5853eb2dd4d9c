import { type HostPeopleOptions, hostPeople } from '@artoo/runtime'
import { systemClock } from '@artoo/spec'
import { expect, test } from 'vitest'

const peopleBehind = (options: Partial<HostPeopleOptions>) => {
  const { signal } = new AbortController()
  return hostPeople({ clock: systemClock(), context: 'mine', taskId: 't', timeoutMs: 60_000, signal, ...options })
}
const question = { id: 'q.1', question: 'Shall it be so?', kind: 'question', from: 'host' } as const

test('they are asked with the host’s context, and once more after an answer that can’t be read', async () => {
  const asked: unknown[] = []
  const people = peopleBehind({
    clarify([first], { context, taskId }) {
      asked.push([first?.question, context, taskId])
      return asked.length === 1 ? { other: 'yes' } : { answer: 'yes', by: 'ann' }
    },
  })
  expect(await people.clarify([question])).toEqual([{ to: ['q.1'], answer: 'yes', by: 'ann' }])
  expect(asked).toEqual([
    ['Shall it be so?', 'mine', 't'],
    [expect.stringMatching(/was not asked.*\nShall it be so\?/), 'mine', 't'],
  ])
})

test('the wait for them has an end', async () => {
  const clarify = () => new Promise<never>(() => {})
  expect(await peopleBehind({ clarify, timeoutMs: 1 }).clarify([question])).toMatchObject([
    { by: null, code: 'no_answer' },
  ])
  expect((await peopleBehind({ clarify, signal: AbortSignal.abort() }).clarify([question])) ?? []).toEqual([])
  expect(await peopleBehind({}).clarify([question])).toMatchObject([{ by: null, code: 'no_answer' }])
  expect(peopleBehind({}).mayConfirm).toBe(false)
})
