import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slug } from '../src/slug.js'

test('words are joined by hyphens', () => assert.equal(slug('a b c'), 'a-b-c'))
test('other signs are left out', () => assert.equal(slug('Rock & Roll!'), 'rock-roll'))
test('umlauts are spelt out', () => assert.equal(slug('Größe'), 'groesse'))
