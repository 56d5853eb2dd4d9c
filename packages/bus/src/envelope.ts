/** A message on the bus, as the log holds it. */
export interface Envelope<Type extends string = string, Payload = unknown> {
  readonly id: string
  /** Position in the log, from 1, without gaps. */
  readonly seq: number
  readonly taskId: string
  /** The envelope that this one answers or follows from. */
  readonly causationId: string | null
  readonly from: string
  readonly to: string
  readonly type: Type
  /** Milliseconds since the Unix epoch, from the bus's clock. */
  readonly at: number
  readonly payload: Payload
}

/** An envelope before the bus has given it an id, a number and a time. */
export type Draft = Omit<Envelope, 'id' | 'seq' | 'at'>
