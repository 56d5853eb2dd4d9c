/** Tool-call ids that every provider takes. */
const validId = /^[a-zA-Z0-9_-]+$/

export interface CallIds {
  /** A new answer of the model begins: results belong to its calls from here on. */
  nextAnswer(): void
  /** The provider's own id, which its stored reasoning may refer to; ours, or a new one, when that can't be used. */
  ofCall(ours: string, own: string): string
  /** The id of the call that a result answers; calls that share an id are answered in order. */
  ofResult(ours: string): string
}

/** Under which id each call of a conversation is known to the provider, which wants them valid and distinct. */
export function callIds(): CallIds {
  const taken = new Set<string>()
  const unanswered = new Map<string, string[]>()

  function unused(): string {
    let number = taken.size + 1
    while (taken.has(`call_${number}`)) number++
    return `call_${number}`
  }

  return {
    nextAnswer: () => unanswered.clear(),
    ofCall(ours, own) {
      const id = [own, ours].find((candidate) => validId.test(candidate) && !taken.has(candidate)) ?? unused()
      taken.add(id)
      unanswered.set(ours, [...(unanswered.get(ours) ?? []), id])
      return id
    },
    ofResult: (ours) => unanswered.get(ours)?.shift() ?? ours,
  }
}
