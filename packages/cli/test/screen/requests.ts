import type { PersonRequest } from '@artoo/sdk'

type Confirm = Extract<PersonRequest, { readonly kind: 'confirm' }>
type Question = Exclude<PersonRequest, Confirm>

/** A request to allow a call. */
export const confirm = (changes: Partial<Confirm> = {}): Confirm => ({
  id: 'call',
  kind: 'confirm',
  askedAt: 1,
  tool: 'edit_file',
  target: 'notes.txt',
  input: { path: 'notes.txt' },
  action: 'edit notes.txt',
  reason: 'it overwrites',
  change: null,
  full: '{}',
  earlier: null,
  ...changes,
})

export const question = (changes: Partial<Question> = {}): Question => ({
  id: 'asked',
  kind: 'question',
  askedAt: 1,
  question: 'Which one?',
  from: 'planner',
  ...changes,
})

export const offers = [
  { allow: 'task', rule: 'edit_file: src/**', state: 's', note: null },
  { allow: 'always', rule: 'edit_file: src/**', state: 's', note: null },
] as const
