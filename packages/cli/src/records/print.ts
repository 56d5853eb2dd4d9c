import { once } from 'node:events'
import { escaped } from '@artoo/llm'
import type { Call } from '../call/call.js'
import { paintFor } from '../view/text/paint.js'
import { type Look, line, type Span } from '../view/text/spans.js'

type Some<Item> = Iterable<Item> | AsyncIterable<Item>

/** The columns of the terminal, 80 where it says none or 0, Infinity for a pipe or a file; and its colours. */
export function lookFor({ stdout, env }: Pick<Call, 'stdout' | 'env'>): Look {
  const width = stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY
  return { width, paint: paintFor(stdout, env) }
}

/** Writes lines until there are no more or the signal aborts, no faster than they are read. */
export async function print({ stdout, signal }: Pick<Call, 'stdout' | 'signal'>, lines: Some<string>): Promise<void> {
  for await (const text of lines) {
    if (signal.aborted || stdout.destroyed) return
    if (!stdout.write(`${text}\n`)) await drained(stdout, signal)
  }
}

/** Prints pieces as lines, each cut to the width of the terminal. */
export async function printLines(call: Call, lines: Some<readonly Span[]>): Promise<void> {
  const look = lookFor(call)
  await print(
    call,
    mapped(lines, (spans) => line(spans, look)),
  )
}

/** Prints each value as JSON on a line of its own, with an escape for each character that can't be seen. */
export async function printJson(call: Call, values: Some<unknown>): Promise<void> {
  await print(call, mapped(values, escaped))
}

async function* mapped<Item>(items: Some<Item>, textOf: (item: Item) => string): AsyncGenerator<string> {
  for await (const item of items) yield textOf(item)
}

/** Resolves when the stream takes more, or when it never will. */
async function drained(stdout: Call['stdout'], signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const options = { signal: AbortSignal.any([signal, over.signal]) }
  const events = ['drain', 'close'].map((name) => once(stdout, name, options).catch(() => undefined))
  await Promise.race(events)
  over.abort()
}
