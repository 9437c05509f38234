// The definition of Meta.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { socialAccessTiers } from './accessTiers.ts'
import { createSocialClient } from './client.ts'
import { socialConsentTexts } from './consentTexts.ts'
import { mediaDomains } from './imageSizes.ts'
import { socialLeadAdapter } from './leadAdapter.ts'
import { socialLeadPush } from './leadPush.ts'
import { socialMetricsRetentionMonths } from './metricsRetention.ts'
import { socialOverspend } from './overspend.ts'
import { socialPictureUrls } from './pictureUrls.ts'
import { socialSelection } from './selection.ts'
import { socialTokenPolicy } from './tokenPolicy.ts'
import { socialVariables } from './variables.ts'
import { socialVersions } from './versions.ts'

export const social = definePlatform({
  id: 'social',
  versions: socialVersions,
  variables: socialVariables,
  mediaDomains,
  createClient: createSocialClient,
  overspend: socialOverspend,
  metricsRetentionMonths: socialMetricsRetentionMonths,
  selection: socialSelection,
  tokenPolicy: socialTokenPolicy,
  consentTexts: socialConsentTexts,
  accessTiers: socialAccessTiers,
  pictureUrls: socialPictureUrls,
  leads: socialLeadAdapter,
  leadPush: socialLeadPush,
  loadDoctorChecks: async () => (await import('./doctorChecks.ts')).socialDoctorChecks,
})
