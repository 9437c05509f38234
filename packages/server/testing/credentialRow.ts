/** Columns of a healthy credential that has not been used. */
export const freshCredential = {
  user_name: '',
  email: '',
  version: 1,
  lease_owner: '',
  lease_until: 0,
  health: 'active',
  health_reason: '',
  fail_count: 0,
  retry_at: 0,
  refreshed_at: 0,
  inspected_at: 0,
} as const
