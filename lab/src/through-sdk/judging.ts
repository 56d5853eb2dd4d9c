import { verdictsOn, verdictsOnMerge } from '../controller/judge.js'
import type { Result } from '../controller/plants/execute.js'
import type { Plant } from '../controller/plants/plant.js'
import { type Data, dataIn, objects, text } from '../whole/conversation.js'
import { criterionName, evidenceOf, numberIn, orderIn, partName } from './words.js'

/** R4a: looks at the last record of the subtask, and errs as the lab's judges do. */
export function judge(data: Data, plant: Plant, round: number): unknown {
  const part = orderIn(text(data.intent))?.part ?? 0
  const found = lookAt(data.toolCalls)
  const own = verdictsOn(plant, part, [found.result], round)
  const asPart = verdictsOnMerge(plant, [...Array<null>(part).fill(null), found.result], round)
  const verdicts = objects(data.criteria).map(({ criterion, text: words }) => {
    const name = text(words)
    const isPart = name === partName(part)
    const { verdict = 'fail', failureClass = null } =
      (isPart ? asPart[part] : own.find((one) => one.criterion === name)) ?? {}
    return verdictOf(criterion, { verdict, failureClass }, found)
  })
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail')
  return { verdicts, correction: hasFailed ? { whatWasWrong: 'not all is met', whatToDo: 'Try again' } : null }
}

/** R4b: one criterion for each part. */
export function verify(data: Data, plant: Plant, round: number): unknown {
  const outcomes = objects(data.outcomes)
  const found = plant.subtasks.map((_, part) =>
    lookAt(outcomes.find(({ intent }) => orderIn(text(intent))?.part === part)?.records),
  )
  const judged = verdictsOnMerge(
    plant,
    found.map(({ result }) => result),
    round,
  )
  const verdicts = objects(data.criteria).flatMap(({ criterion, text: words }) => {
    const part = numberIn(text(words))
    const [looked, verdict] = [found[part], judged[part]]
    return looked && verdict ? verdictOf(criterion, verdict, looked) : []
  })
  return { output: outcomes.map(({ output }) => text(output)).join('\n'), verdicts }
}

interface Found {
  readonly result: Result
  readonly offset: number
  readonly record: string | null
}

type Judged = Pick<ReturnType<typeof verdictsOn>[number], 'verdict' | 'failureClass'>

function verdictOf(criterion: unknown, { verdict, failureClass }: Judged, { result, offset, record }: Found) {
  const evidence = evidenceOf({ failedCall: result.failed, offset, failureClass })
  return { criterion, verdict, failureClass, evidence, records: record === null ? [] : [record] }
}

/** The last record. */
function lookAt(records: unknown): Found {
  const last = objects(records).findLast(({ id }) => typeof id === 'string')
  const { offset } = dataIn(text(last?.input))
  return {
    result: resultIn(text(last?.output)),
    offset: typeof offset === 'number' ? offset : 0,
    record: text(last?.id) || null,
  }
}

/** What a refused call gave is nothing. */
function resultIn(output: string): Result {
  const { failed, met, failureClass } = dataIn(/\{.*\}/.exec(output)?.[0] ?? '')
  if (!Array.isArray(met)) return { failed: true, met: [], failureClass: 'environmental' }
  const isClass = failureClass === 'logical' || failureClass === 'environmental'
  return { failed: failed === true, met: met.map((one) => one === true), failureClass: isClass ? failureClass : null }
}

export const criteriaOf = (plant: Plant, part: number) =>
  (plant.subtasks[part]?.modes ?? []).map((mode, criterion) => ({ text: criterionName(criterion), mode }))
