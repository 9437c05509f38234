import type { PlatformVersions } from '../connector-kit/versions.ts'

/**
 * The Marketing API ends sooner than the Graph API around it.
 * https://developers.facebook.com/docs/graph-api/changelog
 */
export const socialVersions: PlatformVersions = {
  pinned: 'v26.0',
  lastDays: { 'v25.0': '', 'v26.0': '' },
  pattern: /^v\d+\.0$/,
}
