/** A sentence as it is compared with another: spelling of case and spaces doesn't count. */
export function plainWords(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
