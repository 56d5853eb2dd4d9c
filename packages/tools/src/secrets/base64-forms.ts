/** Characters of the shortest piece of base64 that is looked for. */
const shortest = 12

/**
 * The characters of a text in base64 that are the same whatever stands before and after it: one piece for each of the three places at which
 * it may begin, in both alphabets.
 */
export function base64Forms(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text)
  const pieces = [0, 1, 2].map((before) => pieceOf(bytes, before)).filter(({ length }) => length >= shortest)
  return [...new Set(pieces.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]))]
}

/** The first characters belong to the bytes before, too, and the last one to those behind. */
function pieceOf(bytes: Uint8Array, before: number): string {
  const binary = '\0'.repeat(before) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const whole = btoa(binary).replace(/=+$/, '')
  return whole.slice(before === 0 ? 0 : before + 1, binary.length % 3 === 0 ? undefined : -1)
}
