export type { AuditHead } from './auditor/file/entry.js'
export { type FileAuditLog, fileAuditLog } from './auditor/file/file-audit-log.js'
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyAuditOptions,
  verifyAudit,
} from './auditor/file/verify-audit.js'
