import { ArtooError, assertOptions, closedError } from '@artoo/spec'
import { type Engine, timeOf } from '../journal/engine.js'
import { recordsOf } from '../journal/records.js'
import type { Megram, MegramFeedback, NewMegram } from '../megram/megram.js'
import { checkFields, checkTag, megramFrom } from '../megram/new-megram.js'
import { recallRecords } from '../write/recall.js'
import type { Lifecycle } from './lifecycle.js'
import type { Memory } from './memory.js'

export function createWriting(engine: Engine, lifecycle: Lifecycle) {
  function megramOf(input: NewMegram) {
    return megramFrom(input, engine.ids(), timeOf(engine))
  }

  function push(input: NewMegram) {
    const megram = megramOf(input)
    return lifecycle.isClosed() ? lifecycle.queue.refuse(megram, closedError('memory')) : lifecycle.queue.push(megram)
  }

  return {
    write(megram) {
      checkFields(megram, 'write')
      return push(megram)
    },
    remember(fact) {
      checkFields(fact, 'remember', ['level', 'sources', 'about'])
      return push({ ...fact, state: fact.state ?? 'success', level: 'K' })
    },
    async feedback(ruleId, feedback) {
      checkTag('ruleId', ruleId)
      assertOptions(feedback, ['content', 'agrees', 'key'], { of: 'feedback', code: 'invalid_megram' })
      if (typeof feedback.agrees !== 'boolean') {
        throw new ArtooError('invalid_megram', 'agrees must be true or false.', { field: 'agrees' })
      }
      return lifecycle.read(async () => {
        const [rule] = await recordsOf(engine, [ruleId])
        if (rule?.megram.level !== 'C') {
          throw new ArtooError('unknown_megram', `There is no rule ${JSON.stringify(ruleId)}.`, { field: 'ruleId' })
        }
        return lifecycle.queue.push(megramOf(feedbackOn(rule.megram, feedback)))
      })
    },
    async recall(id) {
      checkTag('id', id)
      return lifecycle.exclusive(() => recallRecords(engine, [id]))
    },
  } satisfies Partial<Memory>
}

const states = {
  prefer: { agrees: 'success', disagrees: 'change_approach' },
  mustNot: { agrees: 'change_approach', disagrees: 'break_symmetry' },
} as const

/** The Megram that speaks for or against `rule`: in the rule's pair, for or against what the rule says. */
function feedbackOn(rule: Megram, { content, agrees, key }: MegramFeedback): NewMegram {
  const state = states[rule.sigma > 0 ? 'prefer' : 'mustNot'][agrees ? 'agrees' : 'disagrees']
  const { space, entity, id } = rule
  return { space, entity, content, state, about: id, ...(key !== undefined && { key }) }
}
