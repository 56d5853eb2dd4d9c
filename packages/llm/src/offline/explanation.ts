/** What a user reads who asks the offline model for more than it can do. */
export const explanation = `I can't answer that: no language model is plugged in, only the rule-based offline stand-in.
It knows these questions about the files of one folder:
  Which TypeScript files are in packages/ggs?
  How many Markdown files are in docs?
  How many lines are in README.md?
  How many lines are in the Markdown files?
  What is the largest file in docs?
  Which files mention "Law 1"?
For anything else give createArtoo({ model }) a real model: any object with id and generate(request, { signal }).`

/** What the subtask is called that gives this explanation. */
export const explanationIntent = 'Explain what the offline model can do'
