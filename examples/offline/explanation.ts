/** The answer to a question that the offline model can't answer. */
export const explanation = `I can't answer that: no language model is plugged in, only the rule-based offline stand-in.
It knows these questions about the files of one folder:
  Which TypeScript files are in src?
  How many Markdown files are in docs?
  How many lines are in README.md?
  How many lines are in the Markdown files?
  What is the largest file in docs?
  Which files mention "Law 1"?
For anything else give createArtoo({ model }) a real model: any model of the AI SDK, or fromFunction(async (prompt) => text).`

/** The answer to a question that the offline model could answer if it had its tools. */
export function toolsMissing(missing: readonly string[]): string {
  return `I can't answer that without the ${missing.length === 1 ? 'tool' : 'tools'} ${missing.join(' and ')}: give createArtoo({ tools: standardTools({ root }) }), from @artoo/tools/node.`
}
