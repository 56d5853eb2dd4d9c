import { V7Generator } from 'uuidv7'

const generator = /* @__PURE__ */ new V7Generator(/* @__PURE__ */ randomNumbers())

/** A UUID, version 7: later ones sort behind earlier ones. */
export function ownId(): string {
  return generator.generate().toString()
}

/** Drawn many at a time: a task has dozens of ids, and each draw costs more than the rest of an id. */
function randomNumbers() {
  const drawn = new Uint32Array(512)
  let next = drawn.length
  return {
    nextUint32(): number {
      if (next === drawn.length) {
        crypto.getRandomValues(drawn)
        next = 0
      }
      return drawn[next++] as number
    },
  }
}
