export {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedTurn,
  scriptedModel,
} from '@artoo/llm/testing'
export { type ManualClock, manualClock, sequentialIds } from '@artoo/spec/testing'
export { type Cassette, type RecordedModel, recordModel, replayModel } from './testing/cassette.js'
export { expectOneResult } from './testing/expect-one-result.js'
export { type FakeTool, type FakeToolOptions, fakeTool } from './testing/fake-tool.js'
export { honest, lazyJudge, liar, type Persona, type Story } from './testing/personas.js'
