import type { Random } from '../hostile/random.js'
import { type Deed, deedOf } from './deeds.js'

/** Something that a task is about, known by its noun in whatever words it is asked for. */
export interface Chore {
  readonly noun: string
  /** What can't be taken back in it; other chores share it. */
  readonly deeds: readonly Deed[]
}

const nouns = ['invoice', 'greeting', 'archive', 'garden'] as const

export function choresOf(random: Random): readonly Chore[] {
  const deeds = random.list(3, deedOf)
  return nouns
    .slice(0, random.int(2, nouns.length))
    .map((noun) => ({ noun, deeds: deeds.filter(() => random.chance(0.6)) }))
}

export function choreIn(chores: readonly Chore[], intent: string): Chore | undefined {
  return chores.find(({ noun }) => plain(intent).includes(noun))
}

export const usual = ({ noun }: Chore) => `See to the ${noun}`

export function paraphrased(random: Random, { noun }: Chore): string {
  const way = random.int(1, 99)
  return random.pick([`Get the ${noun} out of the way, way ${way}`, `Do what the ${noun} needs, by way ${way}`])
}

/** The same words, spelt otherwise. */
export function disguised(random: Random, intent: string): string {
  return random.pick([
    intent,
    intent.toUpperCase(),
    `  ${intent.replaceAll(' ', '\u00a0 ')}\n`,
    intent.replace(/\w/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ])
}

/** Other words, if only just. */
export function nearly(random: Random, intent: string): string {
  return random.pick([`${intent}.`, `${intent} again`, `${intent}, properly`])
}

/** Equal for the same words. */
export function plain(intent: string): string {
  return intent.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')
}
