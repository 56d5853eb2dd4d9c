import { describe, expect, test } from 'vitest'
import { looksLikeSecret } from '../src/people/secret-in-words.js'

const asked = 'Which file?'

describe('words that look like a secret', () => {
  test.each([
    'sk-proj-a1B2c3D4e5F6g7H8i9J0',
    'it is sk_live_4eC39HqLyjWDarjtT1zdp7dc, use it',
    `ghp_${'a1B2'.repeat(9)}`,
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-123456789012-abcdefghijkl',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA',
    'postgres://app:hunter22@db.test/app',
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'token=9f86d081884c7d659a2feaa0c55ad015',
    'q7Rz2Lw9XbT4vK1mN8sY',
  ])('%s', (words) => expect(looksLikeSecret(words, asked)).toBe(true))
})

describe('words that don’t', () => {
  test.each([
    'prod.json',
    'Bob, loudly',
    'packages/runtime/src/effects/human/secret-in-words.ts',
    '/home/ann/projects/Q3-2026/report-v2.final.pdf',
    'https://example.com/a/B3x9/k2?page=7',
    '0198c2de-5d5a-7b1e-9f3a-1c2d3e4f5a6b',
    'createGoalGradientSolverComponents2',
    'Donaudampfschifffahrtsgesellschaftskapitän',
    'ann.smith-2026@mail.example.com',
    '2026-11-25T14:17:51.000Z',
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013000',
    'com.example.project_settings.version-2.beta',
    'the one in the cellar, please; the others stay as they are',
  ])('%s', (words) => expect(looksLikeSecret(words, asked)).toBe(false))
})

test('a hash is none where the question asks for one', () => {
  const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
  expect(looksLikeSecret(hash, 'Which commit?')).toBe(false)
  expect(looksLikeSecret(hash, asked)).toBe(true)
})
