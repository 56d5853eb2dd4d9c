export type { AuditHead } from './audit-file/entry.js'
export { type FileAuditLog, fileAuditLog } from './audit-file/file-audit-log.js'
export {
  type AuditProblem,
  type AuditVerification,
  type VerifyAuditOptions,
  verifyAudit,
} from './audit-file/verify-audit.js'
