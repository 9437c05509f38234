// The definition of Google Ads.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { createSearchClient } from './client.ts'
import { searchConsentTexts } from './consentTexts.ts'
import { searchLeadAdapter } from './leadAdapter.ts'
import { searchLeadPush } from './leadPush.ts'
import { searchMetricsRetentionMonths } from './metricsRetention.ts'
import { searchOverspend } from './overspend.ts'
import { searchPictureUrls } from './pictureUrls.ts'
import { withServiceAccount } from './sandboxSettings.ts'
import { searchSelection } from './selection.ts'
import { searchTokenPolicy } from './tokenPolicy.ts'
import { searchVariables } from './variables.ts'
import { searchVersions } from './versions.ts'

export const search = definePlatform({
  id: 'search',
  versions: searchVersions,
  variables: searchVariables,
  mediaDomains: [],
  completeSandboxSettings: withServiceAccount,
  createClient: createSearchClient,
  overspend: searchOverspend,
  metricsRetentionMonths: searchMetricsRetentionMonths,
  selection: searchSelection,
  tokenPolicy: searchTokenPolicy,
  consentTexts: searchConsentTexts,
  leads: searchLeadAdapter,
  leadPush: searchLeadPush,
  pictureUrls: searchPictureUrls,
  loadDoctorChecks: async () => (await import('./doctorChecks.ts')).searchDoctorChecks,
})
