const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Six bits by character code; 64 for white space and padding. The alphabet for URLs differs in its last two. */
const sextets: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const at = standard.indexOf(String.fromCharCode(code).replace('-', '+').replace('_', '/'))
  return at < 0 ? 64 : at
})

const chunkBytes = 12_288

/** Whether base64 stands for text in UTF-8, which may be cut off in its last character. Stops at the first byte that can't be. */
export function decodesToText(base64: string): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const chunk = new Uint8Array(chunkBytes)
  let used = 0
  let bits = 0
  let bitCount = 0
  try {
    for (let index = 0; index < base64.length; index++) {
      const sextet = sextets[base64.charCodeAt(index)] ?? 64
      if (sextet === 64) continue
      bits = ((bits << 6) | sextet) & 0xffff
      bitCount += 6
      if (bitCount < 8) continue
      bitCount -= 8
      chunk[used++] = bits >> bitCount
      if (used < chunkBytes) continue
      decoder.decode(chunk, { stream: true })
      used = 0
    }
    decoder.decode(chunk.subarray(0, used), { stream: true })
    return true
  } catch {
    return false
  }
}
