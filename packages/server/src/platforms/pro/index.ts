// The definition of LinkedIn.

import { definePlatform } from '../connector-kit/platformDefinition.ts'
import { proOverspend } from './overspend.ts'
import { proTokenPolicy } from './tokenPolicy.ts'
import { proVersions } from './versions.ts'

export const pro = definePlatform({
  id: 'pro',
  versions: proVersions,
  overspend: proOverspend,
  tokenPolicy: proTokenPolicy,
})
