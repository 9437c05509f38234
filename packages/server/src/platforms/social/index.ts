// The definition of Meta.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { socialLeadAdapter } from './leadAdapter.ts'
import { socialLeadPush } from './leadPush.ts'
import { socialOverspend } from './overspend.ts'
import { socialTokenPolicy } from './tokenPolicy.ts'
import { socialVersions } from './versions.ts'

export const social = definePlatform({
  id: 'social',
  versions: socialVersions,
  overspend: socialOverspend,
  tokenPolicy: socialTokenPolicy,
  leads: socialLeadAdapter,
  leadPush: socialLeadPush,
})
