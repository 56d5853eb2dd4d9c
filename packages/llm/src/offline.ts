export { offlineModel } from './offline/offline-model.js'
