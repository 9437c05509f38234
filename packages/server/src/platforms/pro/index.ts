// The definition of LinkedIn.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { createProClient } from './client.ts'
import { proConsentTexts } from './consentTexts.ts'
import { proLeadAdapter } from './leadAdapter.ts'
import { proLeadPush } from './leadPush.ts'
import { proMetricsRetentionMonths } from './metricsRetention.ts'
import { proOverspend } from './overspend.ts'
import { proPictureUrls } from './pictureUrls.ts'
import { proSelection } from './selection.ts'
import { proTokenPolicy } from './tokenPolicy.ts'
import { proVariables } from './variables.ts'
import { proVersions } from './versions.ts'

export const pro = definePlatform({
  id: 'pro',
  versions: proVersions,
  variables: proVariables,
  mediaDomains: [],
  createClient: createProClient,
  overspend: proOverspend,
  metricsRetentionMonths: proMetricsRetentionMonths,
  selection: proSelection,
  tokenPolicy: proTokenPolicy,
  consentTexts: proConsentTexts,
  pictureUrls: proPictureUrls,
  leads: proLeadAdapter,
  leadPush: proLeadPush,
  loadDoctorChecks: async () => (await import('./doctorChecks.ts')).proDoctorChecks,
})
