export { type ScriptedModel, type ScriptedReply, type ScriptedTurn, scriptedModel } from './testing/scripted-model.js'
