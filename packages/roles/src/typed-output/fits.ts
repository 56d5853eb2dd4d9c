import type { JsonSchema } from '@artoo/spec'
import { jsonSchemaReview } from '@artoo/tools'

/** Whether an output is data of that shape; without one every text is right. */
export function fits(shape: JsonSchema | undefined): (output: string) => boolean {
  if (!shape) return () => true
  const review = jsonSchemaReview(shape)
  return (output) => {
    try {
      return review(JSON.parse(output)) === null
    } catch {
      return false
    }
  }
}
