import { Readable, Writable } from 'node:stream'
import type { Call } from '../../src/call/call.js'

/** A call of a command whose output is kept. */
export function fakeCall(given: Partial<Pick<Call, 'words' | 'flags' | 'env' | 'cwd'>> = {}) {
  const printed = { out: '', err: '' }
  const into = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _encoding, done) {
        printed[name] += chunk
        done()
      },
    })
  const call: Call = {
    ...{ words: [], flags: {}, env: {}, cwd: '/' },
    ...given,
    stdin: Readable.from([]),
    hasInput: false,
    stdout: into('out'),
    stderr: into('err'),
    signal: new AbortController().signal,
  }
  return { call, printed }
}
