import { type End, type Host, isUntouched, type Situation, tells } from './situation.js'

const config = (name: string) => `{\n  "name": "${name}",\n  "version": "1.0.0"\n}\n`

const files = {
  'services/billing/config.json': config('billing'),
  'services/mail/config.json': config('mail'),
  'services/web/config.json': config('web'),
  'README.md': 'Three services, each with a config file.\n',
}

const meant = 'services/mail/config.json'
const whichFile = 'Which config file'
const whichLine = 'Which line'
const nobody: Host = { name: 'no clarify' }
const answering: Host = { name: 'clarify', says: () => meant }
/** Somebody who lets the work go on without an answer. */
const silent: Host = { name: 'clarify, no answer', says: () => '' }

function isRight(end: End, host: Host): boolean {
  if (host !== answering) return isUntouched(end) && end.status !== 'complete' && tells(end, whichFile)
  const { after, touched, status } = end
  return status === 'complete' && touched.join() === meant && (after[meant] ?? '').includes('"version": "2.0.0"')
}

/** Three files that the words fit, which only looking shows. */
export const ambiguous: Situation = {
  name: 'the ambiguous request',
  turns: ['Set the version in the config file to "2.0.0"'],
  files,
  hosts: [answering, nobody, silent],
  open: whichFile,
  isRight,
}

/** The same with a model that does as it is ordered: told to go another way, it takes the first file. */
export const ambiguousForGuessers: Situation = {
  ...ambiguous,
  name: 'the ambiguous request, a model that guesses when told to go another way',
  manner: { guesses: true },
}

const line: Host = { name: 'clarify', says: () => 'buy bread' }

/** Words that lack something, which the words alone show. */
export const incomplete: Situation = {
  name: 'the request that lacks a word',
  turns: ['Append the line to "todo.txt"'],
  files: { 'todo.txt': 'buy milk\n' },
  hosts: [line, nobody],
  open: whichLine,
  isRight: (end, host) =>
    host === line
      ? end.status === 'complete' && end.after['todo.txt'] === 'buy milk\nbuy bread\n'
      : isUntouched(end) && tells(end, whichLine),
}

/** A request that is clear: nobody is to be asked. */
export const clear: Situation = {
  name: 'a clear question',
  turns: ['How many lines are in "todo.txt"?'],
  files: { 'todo.txt': 'buy milk\ncall Grace\n' },
  hosts: [line, nobody],
  isRight: ({ answer, asked }) => asked.length === 0 && /\b2 lines\b/.test(answer),
}
