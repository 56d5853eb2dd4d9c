/** A host's callback that can harm nothing: what it throws or rejects with goes to `instead`, or else nowhere. */
export function harmless<Given extends readonly unknown[]>(
  callback: (...given: Given) => unknown,
  instead: (error: unknown) => void = () => {},
): (...given: Given) => void {
  return (...given) => {
    new Promise((resolve) => resolve(callback(...given))).catch(instead)
  }
}
