import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keysIn } from '../src/secrets/keys-in.js'

const found = (text: string) => keysIn(text, 'shell').map(({ name, value }) => [name, value])

/** A key that no scanner of repositories takes for one. */
const key = (start: string, rest: string) => start + rest

const random = 'q7Rw2Lx9Vb4Tn1Zk5Yh8'
const hex = '9f86d081884c7d659a2feaa0c55ad015'

describe('keys in any text', () => {
  test.each([
    ['API_KEY = ', key('sk_live_', '51Hq8ZkLw9xQp2Rt'), 'API_KEY'],
    ['"openAi": "', key('sk-proj-', `${random}${random}`), 'openAi'],
    ['export ANTHROPIC_API_KEY=', key('sk-ant-', `api03-${random}-${random}`), 'ANTHROPIC_API_KEY'],
    ['stripe: ', key('rk_live_', random), 'stripe'],
    ['aws_access_key_id = ', key('AKIA', 'ZQ3DRFGHWX7Q2ABC'), 'aws_access_key_id'],
    ['using ', key('ASIA', 'ZQ3DRFGHWX7Q2ABC'), 'key'],
    ['remote: ', key('ghp_', `${random}Mz3Kd8Wq1Xc6Pv0J`), 'remote'],
    ['Authorization: Bearer ', key('github_pat_', `11ABCDEFG0${random}_${random}`), 'Authorization'],
    ['GITLAB=', key('glpat-', random), 'GITLAB'],
    ['SLACK: "', key('xoxb-', `123456789012-${random}`), 'SLACK'],
    ['?key=', key('AIza', `SyD${random}${random.slice(0, 12)}`), 'key'],
    ['_authToken=', key('npm_', `${random}Mz3Kd8Wq1Xc6Pv0J`), '_authToken'],
    ['cookie: session=', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.${random}`, 'session'],
    ['url: postgres://app:', 'Blau-Wal7x9-Zi3mt9@'.slice(0, -1), 'password', '@db:5432/app'],
    ['url: postgres://', 'app:s3cr3tPw9', 'password', '@db:5432/app'],
    ["SECRET_KEY = '", random, 'SECRET_KEY', "'\nDEBUG = True"],
    ['DB_PASS=', random, 'DB_PASS'],
    ['      POSTGRES_PASSWORD: ', random, 'POSTGRES_PASSWORD', '\n    ports:'],
    ['{"Jwt": {"ClientSecret": "', hex, 'ClientSecret', '"}}'],
    ['db_password = "', random, 'db_password', '"\nregion = "eu"'],
    ['Server=db;Password=', random, 'Password', ';Encrypt=True'],
    ['AccountKey=', `${random}${random}==`, 'AccountKey', ';EndpointSuffix=core'],
    ['{\\"access_token\\": \\"', random, 'access_token', '\\"}'],
  ])('%s%s', (before, value, name, after = '') => {
    expect(found(`${before}${value}${after}`)).toEqual([[name, value]])
  })

  test('are private keys, by the line where lines have numbers or end early', () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const lines = pem.toString().trim().split('\n')
    expect(found(`a\n${pem}b`)[0]).toEqual(['PRIVATE KEY', pem.toString().trim()])
    const inside = lines.slice(1, 20)
    const numbered = lines.slice(0, 20).map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
    const inJson = JSON.stringify({ key: lines.slice(0, 20).join('\n') })
    const hits = lines.slice(0, 20).map((line, index) => `deploy/a.txt:${index + 1}: ${line}`)
    for (const text of [numbered.join('\n'), inJson, hits.join('\n')])
      expect(found(text).map(([, value]) => value)).toEqual(inside)
  })
})

describe('what is no key', () => {
  test.each([
    'commit b1a13b42c0ffee254872f1d3a5a1b8d0e9f7c6b5',
    'id: 7f1c9a52-0c1e-4b6e-9f3d-2a8b7c6d5e4f',
    'token: 7f1c9a52-0c1e-4b6e-9f3d-2a8b7c6d5e4f',
    '"integrity": "sha512-q7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9Vb4Tn1Zk5Yh8aaaa=="',
    'checksum: 10/9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015',
    'sha256:9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015',
    `<img src="data:image/png;base64,${randomBytes(60).toString('base64')}">`,
    'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
    'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'API_KEY=your-api-key-1a2b3c4d5e',
    'API_KEY=xxxxxxxx1X2x3X4xxxxx',
    'api_key = os.environ["API_KEY_2"]',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of a file
    'password: ${DB_PASSWORD_V2_PROD}',
    'const token = tokens[index2 + 1]',
    'const token = parser2.currentToken3.value1',
    'password: z.string().min(12).max(200),',
    'if(e.token===86023||e.token===1077936157)F=1',
    'BEGIN = "-----BEGIN PRIVATE KEY-----"\nEND = "-----END PRIVATE KEY-----"',
    'const secretName = /(?:secret|token|key)s?$/i',
    'idempotencyToken: "order-42-attempt-1"',
    '"nextPageToken": "CAEQAAq7Rw2Lx9Vb4Tn1Zk"',
    '<div class="sk-fading-circle-container sk-circle-fade-dot2">',
    'sk-some-long-name-with-dashes-v2',
    'NEXT_PUBLIC_KEY=pk_live_51Hq8ZkLw9xQp2Rt',
    'publicKey: "q7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9"',
    'passwordHash: "q7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9"',
    'password = "$2b$10$q7Rw2Lx9Vb4Tn1Zk5Yh8"',
    'cacheKey: "v1-9f86d081884c7d65"',
    'postgres://postgres:postgres@localhost:5432/app',
    'https://user:password@example.org/',
    'https://api.example.org/v1/token/9f86d081884c7d65',
    'token: /home/ann/q7Rw2Lx9/Vb4Tn1Zk',
    'maxTokens: 128000128000',
    'pass: test-case-12-of-345',
    'aws_account: 123456789012',
    'token: 2026-11-25T14:17:51.000Z',
    'npm_config_registry=https://registry.npmjs.org npm_package_dev_engines_runtime_name2',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIq7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9Vb4Tn1Zk5Yh8 ann@home',
    '-----BEGIN CERTIFICATE-----\nMIIBq7Rw2Lx9Vb4Tn1Zk5Yh8q7Rw2Lx9Vb4Tn1Zk5Yh8\n-----END CERTIFICATE-----',
    '[secret API_KEY of config/settings.py]',
    'it carries the secret API_KEY of .env',
  ])('%s', (text) => expect(found(text)).toEqual([]))

  test('is all of the source of this repository', () => {
    const sources = join(import.meta.dirname, '../src')
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    expect(files.flatMap((name) => found(readFileSync(join(sources, name), 'utf8')))).toEqual([])
    expect(found(readFileSync(join(sources, '../../../package-lock.json'), 'utf8'))).toEqual([])
  })
})

test('a megabyte takes some milliseconds, whatever stands in it', () => {
  const most = 1 << 20
  const pieces = [
    'eyJaaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    'sk-',
    '://a:',
    'token: ',
    `api_key=${'a1'.repeat(250)}(`,
  ]
  const keys = Array.from({ length: 10_000 }, () => `API_KEY=${randomBytes(18).toString('hex')}\n`).join('')
  const texts = [
    ...pieces.map((piece) => piece.repeat(most / piece.length)),
    randomBytes(most).toString('base64'),
    keys,
  ]
  for (const text of texts) {
    const start = performance.now()
    keysIn(text, 'shell')
    expect(performance.now() - start, text.slice(0, 20)).toBeLessThan(1_000)
  }
})
