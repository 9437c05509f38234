// What all connectors of the professional network share; made once.

import type { Images } from '../kit/images.ts'
import { type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { PublicFetch } from '../kit/publicFetch.ts'
import type { ProQuota } from './quota.ts'

export interface ProSetting extends PlatformSetting {
  readonly quota: ProQuota
  /** Images that callers name by URL. */
  readonly images: Images
  /** Videos that callers name by URL, part by part. */
  readonly videos: PublicFetch
}

export type ProPlatform = ProSetting & SharedParts

export function proPlatform(setting: ProSetting): ProPlatform {
  return { ...setting, ...sharedParts('pro', setting) }
}
