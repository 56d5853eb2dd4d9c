import { ArtooError, assertOptions } from '@artoo/spec'
import { closedError } from './closed-error.js'
import { type Engine, timeOf } from './engine.js'
import { feedbackOn } from './feedback.js'
import type { Lifecycle } from './lifecycle.js'
import type { NewMegram } from './megram.js'
import type { Memory } from './memory.js'
import { checkFields, checkTag, megramFrom } from './new-megram.js'
import { recallRecords } from './recall.js'
import { recordsOf } from './records.js'

export function createWriting(engine: Engine, lifecycle: Lifecycle) {
  function megramOf(input: NewMegram) {
    return megramFrom(input, engine.ids(), timeOf(engine))
  }

  function push(input: NewMegram) {
    const megram = megramOf(input)
    return lifecycle.isClosed() ? lifecycle.queue.refuse(megram, closedError()) : lifecycle.queue.push(megram)
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
