import { payloadsOf, type Question, questionsOf, repeatsIn, roundOf, workOf } from './account.js'
import { isDeedTool } from './deeds.js'
import type { Ran } from './run-one.js'
import type { Happening } from './world.js'

/** What is wrong with a run that has ended; nothing, as it should be. */
export function faultsOf(ran: Ran): readonly string[] {
  return [
    ...endFaults(ran),
    ...deedFaults(ran),
    ...modeFaults(ran),
    ...questionsOf(ran.events).flatMap(questionFaults),
    ...workFaults(ran),
    ...criteriaFaults(ran),
    ...measureFaults(ran),
    ...lossFaults(ran),
  ]
}

function endFaults({ events, result }: Ran): readonly string[] {
  if (!result) return ['it did not end']
  const { status, directive, output, reason } = result
  const finals = payloadsOf(events, 'FinalResult').length
  const broken = events.filter(({ type }) => type === 'bus.handler_failed' || type === 'bus.refused')
  return [
    ...(finals === 1 ? [] : [`${finals} final results`]),
    ...((output === null) === (status === 'failed') ? [] : [`${status} with the output ${output}`]),
    ...(status === 'complete' && (directive === 'abandon' || directive === 'deliver')
      ? [`${status} for ${directive}`]
      : []),
    ...(reason === 'role_failed' || reason === 'host_failed' ? [`${reason}: ${result.summary}`] : []),
    ...broken.map(({ payload }) => `notice ${JSON.stringify(payload)}`),
  ]
}

/** Each time that something irreversible was done used up a yes of its own that was given before. */
function deedFaults({ mode, events, happened }: Ran): readonly string[] {
  const allowed = new Set(
    payloadsOf(events, 'ConfirmationAnswer').flatMap(({ callId, allowed }) => (allowed ? [callId] : [])),
  )
  const yeses = new Map<string, number>()
  const results = payloadsOf(events, 'ToolResult').filter(({ id, confirmed }) => confirmed && !allowed.has(id))
  const weighed = happened.filter((one) => !isTakenBack(mode, one))
  const deeds = weighed.flatMap((one) => {
    if (one.kind === 'lost') return [`${one.title} was overwritten unasked`]
    if (one.kind === 'asked') return []
    if (one.kind === 'yes') {
      if (allowed.has(one.callId)) yeses.set(one.meaning, (yeses.get(one.meaning) ?? 0) + 1)
      return []
    }
    if (!one.confirmed) return isDeedTool(one.tool) ? [`${one.meaning} was done and not confirmed`] : []
    const left = (yeses.get(one.meaning) ?? 0) - 1
    yeses.set(one.meaning, left)
    return left < 0 ? [`${one.meaning} was done without a yes of its own`] : []
  })
  return [...deeds, ...results.map(({ id }) => `${id} counts as confirmed and was not allowed`)]
}

/** Mode `edits` frees what a snapshot takes back. */
const isTakenBack = (mode: Ran['mode'], one: Happening) =>
  mode === 'edits' && one.kind === 'done' && one.tool === 'save'

/** Nobody is asked where the mode refuses; a plan comes of reads alone. */
function modeFaults({ mode, happened }: Ran): readonly string[] {
  if (mode !== 'plan' && mode !== 'refuse') return []
  return happened.flatMap((one) => {
    if (one.kind === 'asked') return [`${one.callId} was asked about in mode ${mode}`]
    const isFree = one.kind !== 'done' || one.tool === 'look' || (mode === 'refuse' && !one.confirmed)
    return isFree ? [] : [`${one.meaning} was done in mode ${mode}`]
  })
}

/** Who is asked again is told of the time before, of one that was allowed if there was one; nobody else is told of any. */
function questionFaults({ request, meaning, before }: Question): readonly string[] {
  const { earlier, callId } = request
  if (earlier === null) return before.length === 0 ? [] : [`${callId} is asked again as if it were new: ${meaning}`]
  const named = before.find((question) => question.request.callId === earlier.callId)
  if (!named) return [`${callId} names ${earlier.callId}, which is another call: ${meaning}`]
  if (named.answer?.allowed !== earlier.allowed) return [`${callId} says of ${earlier.callId} what is not so`]
  const hidden = !earlier.allowed && before.some(({ answer }) => answer?.allowed)
  return hidden ? [`${callId} hides that the same was allowed before: ${meaning}`] : []
}

function workFaults({ events }: Ran): readonly string[] {
  const dispatched = workOf(events).replans.filter((replan) => replan.dispatched)
  return dispatched.flatMap(repeatsIn).map((intent) => `done, and dispatched: ${intent}`)
}

function criteriaFaults({ events }: Ran): readonly string[] {
  const manifests = payloadsOf(events, 'DispatchManifest')
  const [first = { criteria: [] }] = manifests
  return manifests.flatMap(({ round, criteria }) => {
    const known = criteria.map((one) => JSON.stringify(one))
    const missing = first.criteria.filter((one) => !known.includes(JSON.stringify(one)))
    return missing.map(({ text }) => `round ${round} has lost the criterion ${text}`)
  })
}

function measureFaults({ events, result }: Ran): readonly string[] {
  const losses = payloadsOf(events, 'ControlDecision').map(({ loss }) => loss)
  return [...losses, ...(result ? [result.loss] : [])].flatMap(({ D, P, L }) =>
    [D, P, L].every((measure) => measure >= 0 && measure <= 1) ? [] : [`D ${D}, P ${P}, L ${L}`],
  )
}

/** What matched in an earlier round is handed over with whatever end was not the model's merge. */
function lossFaults({ events, result }: Ran): readonly string[] {
  const merged = payloadsOf(events, 'ReplanRequest').at(-1)?.output ?? null
  if (!result || result.directive === 'accept' || (result.directive === 'success' && merged !== null)) return []
  if (merged !== null && result.output === merged) return []
  const given = result.output ?? ''
  const { blamed, finished } = workOf(events)
  const last = payloadsOf(events, 'DispatchManifest').at(-1)?.round ?? 0
  const due = finished.filter((one) => roundOf(one.subtaskId) < last)
  const kept = due.filter((one) => !blamed.includes(one))
  return kept.flatMap(({ output }) => (given.includes(output) ? [] : [`lost: ${output}`]))
}
