export function offlineModel(): never {
  throw new Error('x')
}
