import { type Cause, causes, type FailureClass, type ProfileName } from '@artoo/ggs'
import { verdictsOn, verdictsOnMerge } from '../controller/judge.js'
import type { Attempted, Plant } from '../plants/plant.js'
import { type Data, dataIn, objects, text } from '../whole/conversation.js'
import { naming } from './naming.js'
import { criterionName, evidenceOf, numberIn, orderIn, toolIn } from './words.js'

interface Scene {
  readonly plant: Plant
  readonly profile: ProfileName
  readonly round: number
}

/** R4a: looks at the last record of the work, and errs as the lab's judges do. */
export function judge(data: Data, scene: Scene): unknown {
  const part = orderIn(text(data.intent))?.part
  const records = objects(data.toolCalls)
  const found = lookAt(records)
  const own = part === undefined ? [] : verdictsOn([found.result], { ...scene, naming, index: part })
  const verdicts = objects(data.criteria).map(({ criterion, text: words }) => {
    const judged = own.find((one) => one.criterion === text(words))
    return judged ? verdictOf(criterion, judged, found, scene) : passed(criterion, records)
  })
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail')
  return { verdicts, correction: hasFailed ? { whatWasWrong: 'not all is met', whatToDo: 'Try again' } : null }
}

/** R4b: one criterion for each part; of a single part its own. */
export function verify(data: Data, scene: Scene): unknown {
  const { plant } = scene
  const outcomes = objects(data.outcomes)
  const found = plant.parts.map((_, part) =>
    lookAt(objects(outcomes.find(({ intent }) => orderIn(text(intent))?.part === part)?.records)),
  )
  const results = found.map(({ result }) => result)
  const [first] = results
  const judged =
    first && results.length === 1
      ? verdictsOn([first], { ...scene, naming, index: 0 })
      : verdictsOnMerge(results, { ...scene, naming })
  const verdicts = objects(data.criteria).map(({ criterion, text: words }) => {
    const known = judged.find((one) => one.criterion === text(words))
    const looked = found[results.length === 1 ? 0 : numberIn(text(words))]
    const all = outcomes.flatMap(({ records }) => objects(records))
    return known && looked ? verdictOf(criterion, known, looked, scene) : passed(criterion, all)
  })
  return { output: outcomes.map(({ output }) => text(output)).join('\n'), verdicts }
}

interface Found {
  readonly result: Attempted
  readonly offset: number
  readonly record: string | null
}

type Judged = Pick<ReturnType<typeof verdictsOn>[number], 'verdict' | 'failureClass' | 'cause'>

function verdictOf(
  criterion: unknown,
  { verdict, failureClass, cause = null }: Judged,
  { result, offset, record }: Found,
  { profile }: Scene,
) {
  const evidence = evidenceOf({ failedCall: result.failed === true, offset, failureClass, cause })
  const named = profile === 'paper' ? causeOfClass(cause, failureClass) : cause
  return { criterion, verdict, cause: named, evidence, records: record === null ? [] : [record] }
}

/** The paper knows causes by their class alone, and judges err in it by themselves: a cause that says what the simulation's say. */
function causeOfClass(cause: Cause | null, failureClass: FailureClass | null): Cause | null {
  if (cause === null || causes[cause].failureClass === failureClass) return cause
  return failureClass === 'logical' ? 'wrong_method' : 'wrong_target'
}

/** What the plant does not know: that a part was prepared, and that nothing else was changed. */
const passed = (criterion: unknown, records: readonly Data[]) => ({
  ...{ criterion, verdict: 'pass', cause: null, evidence: 'the records show it' },
  records: records.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(-1),
})

/** The last record of a tool of the plant. */
function lookAt(records: readonly Data[]): Found {
  const last = records.findLast(({ tool }) => !Number.isNaN(toolIn(text(tool))))
  const { offset } = dataIn(text(last?.input))
  return {
    result: resultIn(text(last?.output)),
    offset: typeof offset === 'number' ? offset : 0,
    record: text(last?.id) || null,
  }
}

/** What a refused call gave is nothing. */
export function resultIn(output: string): Attempted {
  const given = dataIn(/\{.*\}/.exec(output)?.[0] ?? '')
  if (!Array.isArray(given.met)) return { failed: true, met: [], cause: 'wrong_target' }
  return given as unknown as Attempted
}

export const criteriaOf = (plant: Plant, part: number) =>
  (plant.parts[part]?.criteria ?? []).map(({ mode }, criterion) => ({ text: criterionName(criterion), mode }))
