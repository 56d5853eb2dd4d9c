import type { Agent, AgentReportInput } from '@artoo/omega'
import { type PropertyName, properties } from './properties.js'

/**
 * Agents of two families. Those of `reading` read the code and believe what each step promises; those of `trying` try a few
 * titles and believe what held for all of them. Within a family they err together, so that three of them are one voice.
 */
export const explorers: Readonly<Record<number, Agent>> = {
  1: reads({ goal: 'a key that is the same for one article only' }, 'alphabet', 'distinct'),
  3: reads({}, 'repeatable', 'ends'),
  7: reads({ abstractForm: 'an injective map from titles to addresses' }, 'repeatable', 'distinct'),
  17: tries({}, ['Spring in Lisbon', 'Ten days at sea'], 'alphabet', 'length', 'distinct'),
  18: tries({}, ['Home', 'Sea'], 'ends', 'length', 'distinct'),
  19: tries({ key: 'titles that begin or end with a digit' }, ['Summer 2024', '24 hours'], 'alphabet', 'length'),
}

function reads(content: object, ...names: readonly PropertyName[]): Agent {
  const findings = names.map((name) => `${properties[name].statement}: ${properties[name].reading}`)
  return { family: 'reading', run: () => ({ ...proposal(names, 'So the code says', findings), content }) }
}

function tries(content: object, titles: readonly string[], ...names: readonly PropertyName[]): Agent {
  return {
    family: 'trying',
    run: () => {
      const seen = names.filter((name) => properties[name].refutedBy(titles) === null)
      return { ...proposal(seen, 'So it was in all cases tried', [`tried ${titles.join(', ')}`]), content }
    },
  }
}

function proposal(
  names: readonly PropertyName[],
  verdict: string,
  findings: string[],
): Omit<AgentReportInput, 'content'> {
  return {
    verdict: `${verdict}: ${names.join(', ')}`,
    confidence: 0.9,
    findings,
    claims: names.map((name) => ({ statement: properties[name].statement, confidence: 0.9, critical: true })),
  }
}
