import { describe, expect, it } from 'vitest'
import {
  defaultHyperparameters,
  explain,
  GgsError,
  initialState,
  intentResultDistance,
  loss,
  lossGradient,
  processImplausibility,
  replay,
  resolveHyperparameters,
  resourceCost,
  step,
} from '../src/index.js'
import { call, criterion, failing, measured, observation, outcome, tenths } from './builders.js'

function errorOf(act: () => unknown): GgsError {
  try {
    act()
  } catch (error) {
    if (error instanceof GgsError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const inputs = { D: 0.5, P: 0.5, Omega: 0.5, gradient: 0 }

describe('a bad hyperparameter', () => {
  it.each([
    ['alpha', Number.NaN],
    ['alpha', -0.1],
    ['beta', Number.POSITIVE_INFINITY],
    ['beta', 100.1],
    ['lambda', '0.4'],
    ['replanWeight', 1.1],
    ['timeWeight', 0.5],
    ['epsilon', 0],
    ['delta', 1],
    ['delta', -0.1],
    ['mu', 1.1],
    ['mu', Number.NaN],
    ['rho', 1.1],
    ['theta', 0],
    ['theta', 1.1],
    ['timeBudgetMs', 0],
    ['maxReplans', 1.5],
    ['maxReplans', -1],
    ['worseningLimit', 0],
    ['gamma', 1],
    ['toString', 1],
  ])('%s = %s is refused', (field, value) => {
    const overrides = { [field]: value }
    expect(errorOf(() => resolveHyperparameters(overrides))).toMatchObject({ code: 'invalid_hyperparameter', field })
    expect(errorOf(() => replay([], { hyperparameters: overrides }))).toMatchObject({
      code: 'invalid_hyperparameter',
      field,
    })
  })

  it('does not refuse what is at the edge, or undefined', () => {
    const edges = { delta: 0, rho: 1, theta: 1, maxReplans: 0, worseningLimit: 1, replanWeight: 0, timeWeight: 1 }
    expect(resolveHyperparameters(edges)).toEqual({ ...defaultHyperparameters, ...edges })
    const absent: object = { alpha: undefined }
    expect(resolveHyperparameters(absent)).toEqual(defaultHyperparameters)
  })

  it('is refused by every function that takes one', () => {
    const bad = { ...defaultHyperparameters, theta: Number.NaN }
    for (const act of [
      () => step(initialState, tenths(5), { hyperparameters: bad }),
      () => loss(inputs, bad),
      () => resourceCost({ replans: 0, elapsedMs: 0 }, bad),
      () => explain({ ...step(initialState, tenths(5))[1], hyperparameters: bad }),
    ]) {
      expect(errorOf(act)).toMatchObject({ code: 'invalid_hyperparameter', field: 'theta' })
    }
  })
})

describe('options that nobody reads', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['a mistyped one', { profil: 'paper' }, 'profil', /no option profil; there is hyperparameters, profile/],
    ['one of the whole SDK', { limits: { replans: 1 } }, 'limits', /no option limits/],
    ['null', null, 'options', /must be an object, but is null/],
    ['a list', [tenths(5)], 'options', /must be an object, but is an array/],
    ['a bare name', 'paper', 'options', /must be an object, but is 'paper'/],
  ])('are refused: %s', (_, options, field, message) => {
    for (const act of [
      () => step(initialState, tenths(5), options as object),
      () => replay([], options as object),
      () => replay([tenths(5)], options as object),
    ]) {
      const error = errorOf(act)
      expect(error).toMatchObject({ code: 'invalid_option', field })
      expect(error.message).toMatch(message)
    }
  })

  it('may be left undefined', () => {
    const absent: object = { profile: undefined, hyperparameters: undefined }
    expect(replay([tenths(5)], absent)).toEqual(replay([tenths(5)]))
  })
})

describe('observations that are no list', () => {
  it.each<[string, unknown]>([
    ['the options, which come behind them', { profile: 'paper' }],
    ['one observation', tenths(5)],
    ['a text', 'paper'],
    ['null', null],
    ['nothing', undefined],
  ])('are refused by replay: %s', (_, given) => {
    for (const options of [undefined, [tenths(5)]]) {
      expect(errorOf(() => replay(given as never, options as never))).toMatchObject({
        code: 'invalid_observation',
        field: 'observations',
        message: expect.stringContaining('with the options behind it'),
      })
    }
  })
})

describe('a bad observation', () => {
  const withCriterion = (overrides: object) => [outcome('a', { status: 'failed', criteria: [failing(overrides)] })]
  const first = 'outcomes[0].criteria[0]'
  it.each<[string, unknown]>([
    ['outcomes', null],
    ['outcomes[0]', [null]],
    ['outcomes[0].id', [{ ...outcome('a'), id: 7 }]],
    ['outcomes[1].id', [outcome('a'), outcome('a')]],
    ['outcomes[0].status', [{ ...outcome('a'), status: 'done' }]],
    ['outcomes[0].status', [outcome('a', { status: 'matched', criteria: [failing()] })]],
    ['outcomes[0].failureClass', [{ ...outcome('a'), failureClass: 'mixed' }]],
    ['outcomes[0].cause', [{ ...outcome('a'), cause: 'constructor' }]],
    ['outcomes[0].left', [{ ...outcome('a', { status: 'failed' }), left: 'yes' }]],
    ['outcomes[0].left', [outcome('a', { left: true })]],
    ['outcomes[0].undone', [outcome('a', { undone: true })]],
    ['outcomes[0].replaces', [{ ...outcome('a'), replaces: 7 }]],
    ['outcomes[0].criteria', [{ ...outcome('a'), criteria: undefined }]],
    [first, [{ ...outcome('a'), criteria: [[]] }]],
    [`${first}.criterion`, withCriterion({ criterion: undefined })],
    [`${first}.mode`, withCriterion({ mode: 'vague' })],
    [`${first}.verdict`, withCriterion({ verdict: 'unknown' })],
    [`${first}.failureClass`, withCriterion({ failureClass: undefined })],
    [`${first}.cause`, withCriterion({ cause: 'bad luck' })],
    [`${first}.cause`, withCriterion({ cause: '__proto__' })],
    [`${first}.attempts`, withCriterion({ attempts: 0 })],
    [`${first}.attempts`, withCriterion({ attempts: Number.NaN })],
    [`${first}.failedAttempts`, withCriterion({ failedAttempts: 2 })],
    [`${first}.failedAttempts`, withCriterion({ failedAttempts: 0 })],
    [`${first}.failedAttempts`, withCriterion({ failedAttempts: -1 })],
    [`${first}.failedAttempts`, withCriterion({ failedAttempts: 1.5, attempts: 3 })],
    [`${first}.failedAttempts`, [outcome('a', { criteria: [criterion({ failedAttempts: 1 })] })]],
    ['outcomes[0].calls', [{ ...outcome('a'), calls: {} }]],
    ['outcomes[0].calls[0]', [{ ...outcome('a'), calls: ['glob'] }]],
    ['outcomes[0].calls[0].tool', [{ ...outcome('a'), calls: [{ ...call('glob', null), tool: null }] }]],
    ['outcomes[0].calls[0].target', [{ ...outcome('a'), calls: [{ ...call('glob', null), target: 3 }] }]],
    ['outcomes[0].calls[0].failed', [{ ...outcome('a'), calls: [{ ...call('glob', null), failed: 'no' }] }]],
    ['outcomes[0].calls[0].error', [{ ...outcome('a'), calls: [{ ...call('glob', null, true), error: 'odd' }] }]],
  ])('%s is named (%#)', (field, outcomes) => {
    const read = outcomes as Parameters<typeof intentResultDistance>[0]
    const expected = { code: 'invalid_observation', field }
    expect(errorOf(() => step(initialState, observation(read)))).toMatchObject(expected)
    expect(errorOf(() => intentResultDistance(read))).toMatchObject(expected)
    expect(errorOf(() => processImplausibility(read))).toMatchObject(expected)
  })

  it.each<[string, object]>([
    ['elapsedMs', { elapsedMs: -1 }],
    ['elapsedMs', { elapsedMs: Number.NaN }],
    ['elapsedMs', { elapsedMs: Number.POSITIVE_INFINITY }],
    ['elapsedMs', { elapsedMs: undefined }],
    ['accepted', { accepted: 'yes' }],
  ])('%s is named (%#)', (field, overrides) => {
    expect(errorOf(() => step(initialState, tenths(5, overrides)))).toMatchObject({
      code: 'invalid_observation',
      field,
    })
  })

  it.each([
    ['accepted although something failed', tenths(1, { accepted: true })],
    ['accepted although nothing was done', observation([], { accepted: true })],
    ['rejected although nothing failed', observation([outcome('a')])],
  ])('is refused when it was %s', (_name, round) => {
    expect(errorOf(() => step(initialState, round))).toMatchObject({ code: 'acceptance_mismatch', field: 'accepted' })
  })
})

describe('a bad state', () => {
  const [state] = step(initialState, tenths(5), measured())
  const orderedBy = (edit: object) => ({ orders: [{ ...state.orders[0], ...edit }] })
  it.each<[string, object]>([
    ['rounds', { rounds: -1 }],
    ['replans', { replans: 2 }],
    ['replans', { replans: Number.NaN }],
    ['worseningCount', { worseningCount: 0.5 }],
    ['previousLevel', { previousLevel: null }],
    ['previousLevel', { previousLevel: Number.NaN }],
    ['previousLevel', { rounds: 0, replans: 0 }],
    ['previousDirective', { previousDirective: 'retry' }],
    ['previousDirective', { previousDirective: null }],
    ['previousDirective', { rounds: 0, replans: 0, previousLevel: null }],
    ['best', { rounds: 0, replans: 0, previousLevel: null, previousDirective: null }],
    ['best', { best: undefined }],
    ['best.round', { best: { round: 2, D: 0.5 } }],
    ['best.round', { best: { round: 0, D: 0.5 } }],
    ['best.D', { best: { round: 1, D: 1.1 } }],
    ['best.D', { best: { round: 1 } }],
    ['orders', { orders: undefined }],
    ['orders[0]', { orders: [null] }],
    ['orders[0].outcome', orderedBy({ outcome: 1 })],
    ['orders[0].D', orderedBy({ D: Number.NaN })],
    ['orders[0].P', orderedBy({ P: -1 })],
    ['orders[0].gradient', orderedBy({ gradient: undefined })],
    ['orders[0].gradient', orderedBy({ gradient: Number.NEGATIVE_INFINITY })],
    ['orders[0].failedCalls', orderedBy({ failedCalls: 0.5 })],
    ['orders[0].directive', orderedBy({ directive: 'accept' })],
    ['orders[0].blockedTools', orderedBy({ blockedTools: 'glob' })],
    ['orders[0].blockedTools[0]', orderedBy({ blockedTools: [null] })],
    ['orders[0].gap', orderedBy({ gap: -0.1 })],
    ['blockedTargets', { blockedTargets: null }],
    ['blockedTargets[0]', { blockedTargets: ['glob'] }],
    ['blockedTargets[0].tool', { blockedTargets: [{ target: 'x' }] }],
    ['blockedTargets[0].target', { blockedTargets: [{ tool: 'glob' }] }],
  ])('%s is named (%#)', (field, overrides) => {
    expect(errorOf(() => step({ ...state, ...overrides }, tenths(5)))).toMatchObject({ code: 'invalid_state', field })
  })

  it('is one whose task has ended', () => {
    const [ended] = step(initialState, tenths(3), { profile: 'paper' })
    expect(errorOf(() => step(ended, tenths(3)))).toMatchObject({ code: 'task_ended', field: 'previousDirective' })
  })
})

describe('a bad input to the arithmetic', () => {
  it.each<[string, () => unknown]>([
    ['D', () => loss({ ...inputs, D: 1.1 })],
    ['P', () => loss({ ...inputs, P: -0.1 })],
    ['Omega', () => loss({ ...inputs, Omega: Number.NaN })],
    ['currentLoss', () => lossGradient(null, Number.NaN)],
    ['previousLoss', () => lossGradient(-1, 0.5)],
    ['replans', () => resourceCost({ replans: -1, elapsedMs: 0 })],
    ['elapsedMs', () => resourceCost({ replans: 0, elapsedMs: Number.NaN })],
  ])('%s is named (%#)', (field, act) => {
    expect(errorOf(act)).toMatchObject({ code: 'invalid_input', field })
  })
})

describe('GgsError', () => {
  it('carries the marker by which ArtooError.isInstance knows it, and says what is wrong', () => {
    const error = errorOf(() => resolveHyperparameters({ alpha: -1 }))
    expect(Symbol.for('artoo.error') in error).toBe(true)
    expect(error.message).toBe('alpha must be a number of at least 0 and at most 100, but is -1')
  })
})
