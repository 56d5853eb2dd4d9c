import { type Interrupted, isInterrupted, isWaiting, type RunHandle, type Waiting } from '@artoo/runtime'
import { ArtooError, type Schema } from '@artoo/spec'
import type { ArtooContracts } from '../messages/contracts.js'
import type { FinalResult } from '../messages/control.js'
import type { RolesSettings } from '../settings.js'
import { type OutputSchema, type Shape, shapeFrom, shapeOf } from './shape.js'
import { typedSchema } from './typed-schema.js'
import { withoutValue, withValue } from './with-value.js'

type Outcome = FinalResult | Waiting | Interrupted
type Handle = RunHandle<ArtooContracts, 'FinalResult', Outcome>

/** The shapes of the outputs of tasks under way: schemas are code, so they are not kept in a journal. */
export interface Shapes {
  /** @throws {ArtooError} `invalid_schema` for a value that is not a schema, or has no description. */
  of(output: OutputSchema): Shape
  /** Returns the schema of an output that a task's model is asked for; undefined for a task without a shape. */
  schemaOf(output: string, taskId: string): Schema | undefined
  /**
   * Restores the shape of a resumed task: the schema that is given again, or else the one in its settings.
   *
   * @throws {ArtooError} `invalid_option` for a schema of a task that was begun without one.
   */
  again(taskId: string, settings: unknown, given: Shape | undefined): void
  /**
   * Follows a task that was just started: its output has to fit the shape, if there is one, and its result then has the
   * value.
   */
  follow(handle: Handle, shape: Shape | undefined): Handle
}

export function createShapes(): Shapes {
  const shapes = new Map<string, Shape>()
  const made = new WeakMap<Shape, Map<string, Schema | undefined>>()

  function schemaOf(output: string, taskId: string): Schema | undefined {
    const shape = shapes.get(taskId)
    if (!shape) return undefined
    const known = made.get(shape) ?? new Map<string, Schema | undefined>()
    made.set(shape, known)
    if (!known.has(output)) known.set(output, typedSchema(output, shape))
    return known.get(output)
  }

  return {
    of: shapeOf,
    schemaOf,
    again(taskId, settings, given) {
      const { shape } = settings as RolesSettings
      if (shape) shapes.set(taskId, given ?? shapeFrom(shape))
      if (shape || !given) return
      const message = `${taskId} was begun without output, so what it gives is text: leave output out`
      throw new ArtooError('invalid_option', message, { field: 'output' })
    },
    follow(handle, shape) {
      const { taskId } = handle
      if (shape) shapes.set(taskId, shape)
      const ended = handle.result.finally(() => shapes.delete(taskId))
      ended.catch(() => undefined)
      if (!shape) return handle
      const result = ended.then<Outcome>((outcome) => {
        if (isInterrupted(outcome)) return withoutValue(outcome)
        return isWaiting(outcome) ? outcome : withValue(outcome, shape)
      })
      result.catch(() => undefined)
      // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
      return { ...handle, result, then: (onResult, onError) => result.then(onResult, onError) }
    },
  }
}
