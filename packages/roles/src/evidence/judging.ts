import { causes } from '@artoo/ggs'
import { judgedCauses } from '../messages/verdict.js'

/** The causes that a judge may name, each with its meaning. */
const meanings = judgedCauses.map((cause) => `- "${cause}": ${causes[cause].meaning}`).join('\n')

/** The rules of judging, the same for every judge. */
export const judging = `Decide each criterion on its own: "pass", "fail", "absent" or "unseen". The output is what an executor says; records are what really happened. Believe the
records; name the ids of those that show it, failed calls too: a "verifiable" criterion can't pass without one, unless its source is
"request". One about the "world" passes only by a change, or by a look after the last change. Compare what was written ("input", "change")
with what was asked for, word by word where it matters: a file cut short, or another one touched, is a fail. Sums, counts and orders are for tools,
where offered; "checks" are decided. "confirmed" means that a person allowed the call, "decidedBy" that the user's rule or mode did, neither that it was
asked for; "byHand" that a person did it and says so in the output.

"unseen": what decides it is cut, "not shown" or could be looked at; say in "needs" what, or which records. Where all is shown and no look could show it, it
fails. An output that is cut for you has "outputCharacters"; any other gap is the executor's own.

"absent": the criterion speaks of something that doesn't exist, the output says so, and searches wide enough to have found it anywhere prove it:
name them.

A fail has a "cause": what has to be put right first for another try to go well. Say in "evidence" what shows it.
${meanings}`
