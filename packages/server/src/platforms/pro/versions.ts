import type { PlatformVersions } from '../connector-kit/versions.ts'

/**
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations. 202609 is the newest version
 * that two sources name: LinkedIn's pages (view li-lms-2026-09), and n8n's client (n8n-io/n8n,
 * nodes/LinkedIn/GenericFunctions.ts).
 */
export const proVersions: PlatformVersions = {
  pinned: '202609',
  lastDays: { '202606': '2027-06-15', '202607': '2027-07-15', '202609': '2027-09-15' },
  pattern: /^20\d\d(0[1-9]|1[0-2])$/,
}
