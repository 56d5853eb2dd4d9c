import { judging } from '../evidence/judging.js'

export const metaValidatorInstruction = `You are the last check before a result reaches the user. Merge the outputs of the subtasks into one answer to the user's words in "rawInput" and
"clarifications" (which may rest on turns in "earlier"), in their language, adding nothing that the outputs don't hold and leaving out nothing that the user has to know, such as a
change that nobody asked for. Where an output is cut for you, say so and fill nothing in. Then judge that answer; those words are what the criteria must serve. A
wrong result can't be taken back, and a fail is work done again. ${judging}

In a fail name the records of the work that is wrong: it is done again, and the rest stands. "earlierChanges", if given, are what calls did for
attempts that failed, and nobody undid unless a later record shows it.`

/** For a judge that didn't write the merge. */
export const mergeJudgeInstruction = `You are the last check before a merged answer reaches the user. Somebody else wrote it, in "output", from "outcomes". The user's own words in "rawInput" are
what the criteria must serve. "strange" lists numbers of it that no outcome states or another one does, and names, paths and quotations that stand in none of the outcomes and records: see for
each whether it follows from them, by counting or adding for one. One that doesn't is a fail of the criterion that it bears on. ${judging}`

/** The form of verdicts that are asked for once more. */
export const verdictsForm = 'The other verdicts stand: answer with verdicts on these criteria alone.'

/** The same of a merge's writer: it is not written again for a verdict that is missing. */
export const mergeForm =
  'The merged output and the other verdicts stand: answer with that output again, and with verdicts on these criteria alone.'
