/** Codes of errors of audit logs and replays. Each with its cause and the way out. */
export const errorCodes = {
  audit_entry_too_long: ['An entry of the audit log has more than a megabyte.', 'Log less in one entry.'],
  audit_log_changed: [
    'The audit log was changed by another writer.',
    'Verify it with `verifyAudit`, and let one write at a time.',
  ],
  audit_log_locked: ['Another process writes the audit log.', 'Close it there, or use another path.'],
  audit_stats_version: ['Statistics are of another version.', 'Make them again with `auditStats`.'],
  invalid_audit_stats: ['A value is not as `auditStats` gives it.', 'Give it as it was returned.'],
  not_an_audit_log: ['A file is no audit log.', 'Check the path.'],
} as const

export type ErrorCode = keyof typeof errorCodes
