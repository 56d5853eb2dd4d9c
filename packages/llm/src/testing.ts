export { type ScriptedModel, type ScriptedReply, scriptedModel, type Turn } from './scripted-model.js'
