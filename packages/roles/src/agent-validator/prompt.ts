import { judging } from '../evidence/judging.js'

export const validatorInstruction = `You judge the result of one subtask. ${judging}

If anything failed, write the one correction that helps most; don't ask for what stands already. "toolCalls" are the records of all attempts, and
count as far as nothing undid them since; "earlier" is what was unmet before.`

/** For a subtask that is all there is to the task: nobody judges after this. */
export const lastValidatorInstruction = `${validatorInstruction}

The subtask is the whole task, and you are the last check before its output reaches the user, whose words in "request" the criteria must serve. A wrong
result can't be taken back.`
