import type { SecretValue } from '@artoo/spec'
import { anyKey, changesIn, entropyOf, isHarmless, isUuid } from './shape.js'
import { type Candidate, distinct, isMixed, privateKeysIn } from './values-in.js'

/** Characters of the shortest key. */
const shortest = 12

/** Bits a character. */
const leastEntropy = 3

/** Changes between kinds of characters, for each character: names in programs have fewer. */
const leastChanges = 0.3

/** Values of documents and tests, which stand for a key and open nothing. */
const standIn = /example|your|xxx|placeholder|change[-_]?me|dummy|fake|sample|redacted|\.\.\.|\*\*\*/i

const ofKey = '(?:api|access|account|secret|private|auth|signing|encryption|master|shared)[-_]?key'
const ofSecret = `(?:secret|token|pass(?:wo?r?d|phrase)?|pwd|credential|authorization|${ofKey})s?`
/** Between a name and its value; of JSON in a text of JSON, too. */
const assigns = /\\?["'`]?\s{0,9}(?::|=>?)\s{0,9}\\?["'`]?(?:Bearer |Basic |token )?/.source
const assigned = /((?!=)[^\s"'`,;<>(){}[\]\\$%&|?]{12,200})(?=["'`,;)}\]\\&|\s]|$)/.source
const assignment = new RegExp(ofSecret + assigns + assigned, 'gi')
const named = new RegExp(`([\\w.-]{1,60})${assigns}$`, 'i')

/** Names of texts that a page or a server gives and takes back. */
const handedOut = /page|next|prev|cursor|contin|resume|sync|csrf|xsrf|public|hash|cache/i

/** A key that is meant to be seen by everybody. */
const isPublic = (value: string) => /^pk[-_]/.test(value)

/** Words and numbers, such as `order-42-attempt-1` or `next_token_v2`. */
const words = /^(?:[A-Za-z]+\d*|\d+)(?:[-_.:/#@!]+(?:[A-Za-z]+\d*|\d+))*[-_.:/#@!]*$/

const isRandom = (value: string) => changesIn(value) >= leastChanges && !words.test(value)

const isKey = (value: string) =>
  value.length >= shortest && entropyOf(value) >= leastEntropy && !standIn.test(value) && !isPublic(value)

/**
 * The keys in the text of any file or result: those of a form that a provider gives its keys, private keys, passwords in addresses, and random
 * texts that are assigned to a name such as `api_key`. Whatever may be something else stays.
 */
export const keysIn = (text: string, file: string): readonly SecretValue[] => distinct(candidatesIn(text), file)

function* candidatesIn(text: string): Generator<Candidate> {
  yield* privateKeysIn(text)
  yield* keysOfProviders(text)
  yield* passwordsIn(text)
  yield* assignedIn(text)
}

const candidate = (name: string, value: string): Candidate => ({ name, value, written: value })

function* keysOfProviders(text: string): Generator<Candidate> {
  for (const { 0: value, index } of text.matchAll(anyKey())) {
    // Words with dashes begin like some keys: `sk-fading-circle-container`.
    if (isKey(value) && (!/^[sr]k/.test(value) || isRandom(value)))
      yield candidate(nameBefore(text, index) ?? 'key', value)
  }
}

/** The name to which the text at a place is assigned; null where there is none. */
function nameBefore(text: string, at: number): string | null {
  const before = text.slice(Math.max(0, at - 100), at)
  return named.exec(before)?.[1] ?? null
}

/** Passwords of addresses; with the user before a password that is short. */
function* passwordsIn(text: string): Generator<Candidate> {
  for (const [, user = '', password = ''] of text.matchAll(
    /:\/\/([^\s/:@"'`<>]{0,100}):([^\s/:@"'`<>${}\\]{8,200})@/g,
  )) {
    const value = password.length >= shortest ? password : `${user}:${password}`
    if (isKey(value) && isMixed(password) && isRandom(password)) yield candidate('password', value)
  }
}

function* assignedIn(text: string): Generator<Candidate> {
  for (const { 0: whole, 1: value = '', index } of text.matchAll(assignment)) {
    const name = nameBefore(text, index + whole.length - value.length)
    if (name === null || handedOut.test(name) || !isKey(value) || !isMixed(value) || !isRandom(value)) continue
    if (!isUuid(value) && !isHarmless(value)) yield candidate(name, value)
  }
}
