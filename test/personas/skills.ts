import { type Asked, escaped, type Skill, said } from './skill.js'
import { administrationSkills } from './skills/administration.js'
import { compositionSkills } from './skills/composition.js'
import { dataSkills } from './skills/data.js'
import { deliverySkills } from './skills/delivery.js'
import { fileSkills } from './skills/files.js'
import { researchSkills } from './skills/research.js'
import { situationSkills } from './skills/situations.js'

const say: Skill = {
  name: 'say',
  forms: ['Say {words}'],
  ways: [[]],
  // biome-ignore lint/correctness/useYield: what needs no tool asks for no call.
  *run({ words = '' }) {
    return said(words)
  },
}

export const skills: readonly Skill[] = [
  say,
  ...fileSkills,
  ...dataSkills,
  ...researchSkills,
  ...administrationSkills,
  ...compositionSkills,
  ...deliverySkills,
]

/** One thing that somebody wants. */
export interface Wish {
  readonly skill: Skill
  readonly asked: Asked
}

/** What the words ask for, one thing after the other; empty when any of it is not understood. */
export function wishesIn(words: string): readonly Wish[] {
  const wishes = words
    .replace(/^once more \(\d+\): /i, '')
    .split(/,? then /)
    .map(wishIn)
  return wishes.every((wish) => wish !== null) ? wishes : []
}

export function worded({ skill, asked }: Wish, form: string = skill.forms[0]): string {
  return form.replace(/\{(\w+)\}/g, (_, name: string) => `"${asked[name]}"`)
}

/** Equal for the same wishes in other words. */
export function meaning(wishes: readonly Wish[]): string {
  return JSON.stringify(wishes.map(({ skill, asked }) => [skill.name, Object.entries(asked).sort()]))
}

const recognisers = [...skills, ...situationSkills].flatMap((skill) =>
  skill.forms.map((form) => ({ skill, shape: shapeOf(form) })),
)

function wishIn(words: string): Wish | null {
  const trimmed = words.trim().replace(/[.?]$/, '')
  for (const { skill, shape } of recognisers) {
    const { groups } = shape.exec(trimmed) ?? {}
    if (groups) return { skill, asked: { ...groups } }
  }
  return null
}

function shapeOf(form: string): RegExp {
  const parts = form.replace(/\?$/, '').split(/\{(\w+)\}/)
  return new RegExp(`^${parts.map((part, at) => (at % 2 ? `"(?<${part}>[^"]*)"` : escaped(part))).join('')}$`, 'i')
}
