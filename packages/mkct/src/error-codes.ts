/** Codes of errors of the memory. Each with its cause and the way out. */
export const errorCodes = {
  at_in_future: [
    'A Megram or an imported line is dated later than now.',
    'Give a time that has passed, or set the clock right.',
  ],
  clock_jump: [
    'The clock is more than a year ahead of the latest event.',
    'Set the clock right; if it is right, write something first.',
  ],
  damaged_record: ['A record of the store can’t be read.', 'Run `verify()`, then `repair()`.'],
  damaged_store: ['The store is damaged; `field` and the message say where.', 'Run `repair()`, or put back a copy.'],
  dream_failed: [
    'A pass of the Dreamer failed for a reason without a code.',
    'Read `cause`; what was promoted before is kept.',
  ],
  duplicate_id: [
    'An id generator gave an id for the second time.',
    'Inject one that never repeats itself, also across restarts.',
  ],
  empty_intent: ['An intent has no words.', 'Say what is to be done.'],
  empty_rule: ['`distill` returned an empty text.', 'Return a sentence, or null for no rule.'],
  empty_selector: ['`forget` is called without anything to select by.', 'Give a space, an entity, an id or a subject.'],
  idempotency_conflict: ['A key was used for another Megram.', 'Use one key for one Megram.'],
  import_conflict: ['An imported Megram has the id of another one here.', 'Import into another namespace.'],
  invalid_clock: ['The clock gives something that is no time.', 'Give milliseconds since the Unix epoch.'],
  invalid_import: ['A line is none of an export.', 'Give the lines of `export()`, whole and in order.'],
  invalid_megram: ['A Megram has an unknown field or a wrong value.', 'Give the fields that the message names.'],
  invalid_potential: ['A potential is NaN.', 'Give two numbers.'],
  invalid_query: [
    'A query has an unknown field or a wrong value.',
    'Give `pairs`, `spaces` and `limit` as documented.',
  ],
  level_reserved: ['Level T holds the laws, which no write can reach.', 'Write a rule (level C).'],
  namespace_in_use: [
    'A namespace of this store is open already in this process.',
    'Share that memory, or close it first.',
  ],
  queue_full: ['Too many writes wait.', 'Await `flush()` or a receipt before writing more, or raise the limit.'],
  schema_unsupported: [
    'The store is of another version of the format.',
    'Use the version of artoo that wrote it, or export and import.',
  ],
  source_erased: ['A source of a rule was erased meanwhile.', 'Nothing to mend: no rule is kept.'],
  store_changed: [
    'Another writer has written to the store since it was opened.',
    'Close this memory, open it again, and let one write at a time.',
  ],
  store_io_error: [
    'The store can’t read or write its files.',
    'Look for a full disk or missing rights; then call again.',
  ],
  store_locked: ['Another memory holds the path.', 'Close that memory, or use another path.'],
  unknown_megram: ['There is no such Megram or rule.', 'Use an id that `megrams()` returned.'],
  write_in_doubt: [
    'The memory was closed before the store said whether a write is kept.',
    'Look for it after opening; a key makes writing it again harmless.',
  ],
} as const

export type ErrorCode = keyof typeof errorCodes
