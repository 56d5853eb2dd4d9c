import { ArtooError, sha256 } from '@artoo/spec'

const longest = 120

/**
 * `intent:<slug>`. The slug is the intent's words in every script: NFKC, lower case, letters, digits and marks kept,
 * joined by `-`; scripts without spaces are cut by `Intl.Segmenter`. An intent without any letter or digit keeps its
 * code points (`u+1f600`; no other slug has a `+`); a slug over 120 characters is cut and ends in a digest of the whole.
 *
 * @throws {ArtooError} `empty_intent` when nothing but white space is given.
 */
export function intentSpace(intent: string): string {
  const text = intent.normalize('NFKC').toLowerCase().trim()
  if (text === '')
    throw new ArtooError('empty_intent', 'The intent is empty; say what is to be done.', { field: 'intent' })
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).flatMap(wordsOf)
  const slug = words.join('-') || [...text].map((character) => `u+${character.codePointAt(0)?.toString(16)}`).join('-')
  return `intent:${shortened(slug)}`
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

// Every segment carries a copy of the text that it was cut from, so that is kept short.
const piece = /.{1,256}/gsu

function wordsOf(run: string): readonly string[] {
  if (!withoutSpaces.test(run)) return [run]
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  return (run.match(piece) ?? []).flatMap((text) => [...segmenter.segment(text)].map(({ segment }) => segment))
}

function shortened(slug: string): string {
  const characters = [...slug]
  if (characters.length <= longest) return slug
  return `${characters.slice(0, longest - 17).join('')}-${sha256(slug).slice(0, 16)}`
}

/** `tool:<name>`, the name as it is. */
export function toolSpace(name: string): string {
  return `tool:${name}`
}

/** `path:<target>`, the target as it is: two spellings of one path are two entities. */
export function pathEntity(target: string): string {
  return `path:${target}`
}

/** `env:<name>`, by default `env:local`. */
export function environmentEntity(name = 'local'): string {
  return `env:${name}`
}
