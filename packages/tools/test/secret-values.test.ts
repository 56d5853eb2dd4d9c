import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SecretSource } from '@artoo/spec'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { standardTools } from '../src/node.js'
import { valuesIn } from '../src/secrets/values-in.js'
import { createVault } from '../src/secrets/vault.js'

const named = (text: string, file = '.env') => valuesIn(text, file).map(({ name, value }) => [name, value])

describe('the values of a file of secrets', () => {
  test.each([
    ['API_KEY=sk_live_51Hq8ZkLw9xQp2Rt', 'API_KEY', 'sk_live_51Hq8ZkLw9xQp2Rt'],
    ['export PASSWORD="correct horse battery" # mine', 'PASSWORD', 'correct horse battery'],
    ["# OLD_TOKEN='q7Rw2Lx9Vb4T'", 'OLD_TOKEN', 'q7Rw2Lx9Vb4T'],
    ['//registry.npmjs.org/:_authToken=npm_q7Rw2Lx9Vb4Tn1Zk', '_authToken', 'npm_q7Rw2Lx9Vb4Tn1Zk'],
    ['  npmAuthToken: "q7Rw2Lx9Vb4Tn1Zk"', 'npmAuthToken', 'q7Rw2Lx9Vb4Tn1Zk'],
    ['DB=postgres://app:Blau-Wal7-Zimt9@db:5432/app', 'DB_password', 'Blau-Wal7-Zimt9'],
    ['DB=postgres://app:short@db:5432/app', 'DB', 'postgres://app:short@db:5432/app'],
    ['CLIENT_SECRET=7f1c9a52-0c1e-4b6e-9f3d-2a8b7c6d5e4f', 'CLIENT_SECRET', '7f1c9a52-0c1e-4b6e-9f3d-2a8b7c6d5e4f'],
    ['SOMETHING=q7Rw2Lx9Vb4Tn1Zk', 'SOMETHING', 'q7Rw2Lx9Vb4Tn1Zk'],
    ['{"db":{"password":"a\\"b-Wal7-Zimt9"}}', 'db.password', 'a"b-Wal7-Zimt9'],
    ['machine api.example.org login me password q7Rw2Lx9Vb4Tn1Zk5Yh8', 'token', 'q7Rw2Lx9Vb4Tn1Zk5Yh8'],
  ])('%s', (text, name, value) => {
    expect(named(text)).toEqual([[name.replace('_password', ' password'), value]])
  })

  test.each([
    'NODE_ENV=production-eu-west',
    'HOST=localhost:5432',
    'URL=https://api.example.org/v1/things',
    'TOKEN_URL=https://auth.example.org/token',
    'KEY_FILE=/etc/ssl/private/server.pem',
    'PORTS_KEY=123456789012345',
    'APP_NAME=my-company-frontend',
    'VERSION=v1.22.333-beta.4',
    'NODE_OPTIONS=--max-old-space-size=4096',
    'TOKEN=short',
    'PASSWORD=aaaaaaaaaaaaaaaa',
    'TRACE_ID=7f1c9a52-0c1e-4b6e-9f3d-2a8b7c6d5e4f',
    '{"type":"service_account","project":"my-company-frontend"}',
  ])('are not found in %s', (text) => expect(named(text)).toEqual([]))

  test('are a private key as a whole and by the line, and no certificate', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim()
    const certificate = `-----BEGIN CERTIFICATE-----\nMIIB short\n-----END CERTIFICATE-----`
    const values = valuesIn(`${certificate}\n${pem}\n`, 'key.pem').map(({ value }) => value)
    expect(values[0]).toBe(pem)
    expect(values.slice(1)).toEqual(pem.split('\n').filter((line) => line.length >= 12 && !line.startsWith('---')))
  })
})

describe('a source of secrets', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'artoo-source-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const sourceIn = () => standardTools({ root, snapshots: false })[0]?.secrets as SecretSource
  const files = (source: SecretSource) => source.values().map(({ file }) => file)
  const secret = (seed = 'q7Rw2Lx9Vb4Tn1Zk') => `TOKEN=${seed}\n`

  test('looks into folders, through links, and not into what is installed', () => {
    for (const folder of ['app/deep', 'node_modules/x', '.git']) mkdirSync(join(root, folder), { recursive: true })
    for (const file of ['app/deep/.env.local', 'node_modules/x/.env', '.git/.env'])
      writeFileSync(join(root, file), secret('m3Fy8Hd5Js6Pc0Ga'))
    writeFileSync(join(root, 'app/real'), secret())
    symlinkSync('app/real', join(root, '.env'))
    symlinkSync('.', join(root, 'app/loop'))
    expect(files(sourceIn())).toEqual(['.env', 'app/deep/.env.local'])
  })

  test('gives the same list until a file changes, appears or goes', async () => {
    writeFileSync(join(root, '.env'), secret())
    const source = sourceIn()
    const first = source.values()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect([source.values(), source.values()]).toEqual([first, first])
    expect(source.values()).toBe(first)
    writeFileSync(join(root, '.env'), secret('m3Fy8Hd5Js6Pc0Ga'))
    expect(source.values()).toMatchObject([{ value: 'm3Fy8Hd5Js6Pc0Ga' }])
    writeFileSync(join(root, '.netrc'), secret())
    expect(files(source)).toEqual(['.env', '.netrc'].sort())
    rmSync(join(root, '.env'))
    expect(files(source)).toEqual(['.netrc'])
  })

  test('reads no file of more than 64 KB and no binary one', () => {
    writeFileSync(join(root, '.env'), secret() + '#'.repeat(70_000))
    writeFileSync(join(root, 'store.p12'), Buffer.concat([Buffer.from(secret()), Buffer.alloc(8)]))
    expect(sourceIn().values()).toEqual([])
  })
})

describe('a text with placeholders that goes back to its own file', () => {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  test.each([
    ['.env', 'A="q7Rw\\"2Lx9\\nVb4Tn1Zk"\nB_KEY=\'m3Fy 8Hd5Js6Pc0Ga\' # b\nC=q7Rw2Lx9Vb4Tn1Zk\nD=q7Rw2Lx9Vb4Tn1Zk\n'],
    ['credentials.json', JSON.stringify({ key: { private_key: pem, token: 'a"b\\c-Wal7-Zimt9' } }, null, 2)],
    [
      'app/.npmrc',
      '//r.example.org/:_authToken=npm_q7Rw2Lx9Vb4Tn1Zk\n//s.example.org/:_authToken=npm_m3Fy8Hd5Js6Pc0Ga\n',
    ],
    ['secrets.yml', 'db:\n  password: "m3Fy8Hd5Js6Pc0Ga"\n  url: postgres://u:q7Rw2Lx9Vb4T@db/x?y=q7Rw2Lx9Vb4T\n'],
    ['id_ed25519', pem],
    ['server.pem', `${pem}${pem}`],
  ])('is the text of before: %s', (file, text) => {
    const source: SecretSource = { values: () => values, lookInto: () => {} }
    const values = valuesIn(text, file)
    const vault = createVault([source])
    vault?.look()
    const masked = vault?.mask()?.(text) ?? ''
    for (const { value, written = value } of values) expect(masked).not.toContain(written)
    expect(masked).toContain(` of ${file}]`)
    const carried = vault?.carriedBy(masked, { writes: { file, source } }) ?? []
    expect(carried.every(({ isOwn }) => isOwn)).toBe(true)
    expect(vault?.filled(masked, carried)).toBe(text)
  })
})

describe('a vault', () => {
  const value = 'a+b/c="d" Wal7'
  const source = (...values: readonly string[]): SecretSource => ({
    values: () => values.map((text, index) => ({ name: `KEY${index}`, file: '.env', value: text })),

    lookInto: () => {},
  })
  const opened = (...sources: SecretSource[]) => {
    const vault = createVault(sources)
    vault?.look()
    return { vault, mask: (text: string) => vault?.mask()?.(text) }
  }

  test('knows a value in JSON, in addresses and in base64', () => {
    const { mask } = opened(source(value))
    expect(mask(`${value} ${JSON.stringify(value)} ?q=${encodeURIComponent(value)}`)).toBe(
      '[secret KEY0 of .env] "[secret KEY0 of .env]" ?q=[secret KEY0 of .env]',
    )
    for (const [before, after] of [
      ['', ''],
      ['x', 'yz'],
      ['ab', 'c'],
      ['user:', '\n'],
    ]) {
      const whole = Buffer.from(before + value + after)
      for (const encoded of [whole.toString('base64'), whole.toString('base64url')]) {
        expect(mask(encoded)).toMatch(/^.{0,8}\[secret KEY0 of \.env in base64\].{0,4}$/)
      }
    }
  })

  test('takes the longer of two values, and what is left of one at a cut', () => {
    const { mask } = opened(source('q7Rw2Lx9Vb4T', 'q7Rw2Lx9Vb4Tn1Zk'))
    expect(mask('q7Rw2Lx9Vb4Tn1Zk')).toBe('[secret KEY1 of .env]')
    expect(mask('= q7Rw2Lx[… 9 bytes left out …]9Vb4Tn1Zk;')).toBe(
      '= [secret KEY0 of .env][… 9 bytes left out …][secret KEY1 of .env];',
    )
    expect(mask('q7Rw2Lx\n')).toBe('q7Rw2Lx\n')
  })

  test('tells two roots with one name apart', () => {
    const [one, other] = ['q7Rw2Lx9Vb4T', 'm3Fy8Hd5Js6P']
    const { vault, mask } = opened(source(one), source(other))
    expect(mask(`${one} ${other}`)).toBe('[secret KEY0 of .env] [secret KEY0 (2) of .env]')
    const input = { text: mask(other) }
    expect(vault?.filled(input, vault.carriedBy(input))).toEqual({ text: other })
  })

  test('masks 100 KB in some milliseconds, whether there are three values or three hundred', () => {
    const text = randomBytes(50_000).toString('hex')
    for (const count of [3, 300]) {
      const { mask } = opened(source(...Array.from({ length: count }, () => randomBytes(15).toString('base64'))))
      mask(text)
      const start = performance.now()
      mask(text)
      expect(performance.now() - start).toBeLessThan(500)
    }
  })
})
