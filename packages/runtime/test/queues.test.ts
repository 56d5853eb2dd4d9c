import { memoryQueue } from '@artoo/runtime'
import { testQueue } from '@artoo/runtime/conformance'
import { describe, test } from 'vitest'

describe('a queue in memory', () => {
  testQueue({ test, open: () => memoryQueue() })
})
