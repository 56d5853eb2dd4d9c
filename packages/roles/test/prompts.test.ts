import { describe, expect, it } from 'vitest'
import { lastValidatorInstruction } from '../src/agent-validator/prompt.js'
import { correctionText, executorInstruction } from '../src/executor/prompt.js'
import { metaValidatorInstruction } from '../src/meta-validator/prompt.js'
import { perceiverInstruction } from '../src/perceiver/prompt.js'
import { plannerInstruction } from '../src/planner/prompt.js'
import { persona } from '../src/prompts/persona.js'
import { distillInstruction } from '../src/slow-loop/prompt.js'
import { typedOutputPrompts } from '../src/typed-output/prompt.js'

const prompts = {
  dreamer: distillInstruction,
  persona,
  perceiver: perceiverInstruction,
  planner: plannerInstruction,
  executor: executorInstruction,
  correction: correctionText(
    { failedCriterion: 'it is short', whatWasWrong: 'it is long', whatToDo: 'shorten it' },
    12,
  ),
  validator: lastValidatorInstruction,
  'meta-validator': metaValidatorInstruction,
  'typed-output': Object.entries(typedOutputPrompts)
    .map(([role, text]) => `${role}: ${text}`)
    .join('\n\n'),
}

describe('the prompt', () => {
  it.each(Object.entries(prompts))('of the %s reads as it was written', async (name, text) => {
    await expect(`${text}\n`).toMatchFileSnapshot(`prompts/${name}.md`)
  })

  it.each(Object.entries(prompts))('of the %s leaves the form of the answer to the schema', (_, text) => {
    expect(text).not.toMatch(/Answer with one JSON object/)
  })
})
