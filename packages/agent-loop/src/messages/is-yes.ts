const yes = [
  'y',
  'yes',
  'yep',
  'yeah',
  'ja',
  'oui',
  'sí',
  'si',
  'ok',
  'okay',
  'sure',
  'fine',
  'agreed',
  'looks good',
  'go ahead',
  'do it',
]
const polite = ['please', 'thanks', 'thank you', 'bitte', 'danke', 'merci']

const only = new RegExp(`^(?:(?:${[...yes, ...polite].join('|')})[\\s,.!]*)+$`, 'iu')
const some = new RegExp(`^(?:${yes.join('|')})\\b`, 'iu')

/** Whether an answer agrees, and wants all of the plan done. */
export const isAll = (answer: string): boolean => /^(?:yes[\s,]+)?all[\s.!]*$/i.test(answer.trim())

/** Whether an answer agrees and says nothing else. */
export const isYes = (answer: string): boolean => only.test(answer.trim()) && some.test(answer.trim())
