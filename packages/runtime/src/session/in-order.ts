/** Work under one name is done one after the other, in the order in which it came; what fails holds up nobody. */
export type InOrder = <Result>(name: string, work: (before: Promise<unknown>) => Promise<Result>) => Promise<Result>

/** `work` is told when those before it have settled; whoever doesn't wait for that still has those behind it wait for both. */
export function inOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const result = work(before)
    const settled = Promise.allSettled([before, result]).finally(() => {
      if (last.get(name) === settled) last.delete(name)
    })
    last.set(name, settled)
    return result
  }
}
