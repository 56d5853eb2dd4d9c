import { causeNames } from '@artoo/ggs'
import type { Random } from '../hostile/random.js'
import { type Data, list, text } from '../personas/conversation.js'

const judgedCauses = causeNames.filter((cause) => cause !== 'judged_wrongly')
const unknownId = 'call_99_1'

interface Mood {
  /** How likely a criterion passes. */
  readonly pass: number
  /** Asked once more, because the verdicts couldn't stand. */
  readonly again: boolean
}

/** R4a's verdicts. */
export function verdicts(random: Random, data: Data, mood: Mood) {
  const advice = { whatWasWrong: 'it is not right', whatToDo: 'make it right' }
  return {
    verdicts: verdictsOn(random, data, list(data.toolCalls), mood),
    correction: random.chance(0.5) ? advice : null,
  }
}

/** R4b's merge and its verdicts, which may blame anything. */
export function verification(random: Random, data: Data, mood: Mood) {
  const outcomes = list(data.outcomes)
  const output = outcomes.map((outcome) => text(outcome.output)).join('; ')
  return {
    output,
    verdicts: verdictsOn(
      random,
      data,
      outcomes.flatMap(({ records }) => list(records)),
      mood,
    ),
  }
}

function verdictsOn(random: Random, data: Data, records: readonly Data[], { pass, again }: Mood) {
  const ids = records.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  const slip = again ? 0.01 : 0.15
  return list(data.criteria).flatMap(({ criterion }) => {
    if (random.chance(slip)) return []
    const passes = random.chance(pass)
    const shown = ids.filter(() => random.chance(passes ? 0.8 : 0.3))
    return {
      criterion,
      verdict: passes ? 'pass' : 'fail',
      cause: passes ? null : random.pick([...judgedCauses, null]),
      evidence: passes ? 'it is so' : 'it is not so',
      records: random.chance(slip) ? [unknownId] : shown,
    }
  })
}
