export { type ScriptedModel, type ScriptedReply, scriptedModel, type Turn } from './testing/scripted-model.js'
