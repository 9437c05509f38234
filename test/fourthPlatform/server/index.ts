// The definition of Town Board, a fictional local newspaper's ad service.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { createTownClient } from './client.ts'
import { townConsentTexts } from './consentTexts.ts'
import { townLeadAdapter } from './leadAdapter.ts'
import { townLeadPush } from './leadPush.ts'
import { townOverspend } from './overspend.ts'
import { townSelection } from './selection.ts'
import { townTokenPolicy } from './tokenPolicy.ts'
import { townVariables, townVersions } from './variables.ts'

export const town = definePlatform({
  id: 'town',
  versions: townVersions,
  variables: townVariables,
  mediaDomains: [],
  createClient: createTownClient,
  overspend: townOverspend,
  metricsRetentionMonths: 37,
  selection: townSelection,
  tokenPolicy: townTokenPolicy,
  consentTexts: townConsentTexts,
  leads: townLeadAdapter,
  leadPush: townLeadPush,
  loadDoctorChecks: async () => (await import('./doctorChecks.ts')).townDoctorChecks,
})
