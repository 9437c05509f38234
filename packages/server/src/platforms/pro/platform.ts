// What all connectors of the professional network share; made once.

import { type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'
import type { ProQuota } from './quota.ts'

export interface ProSetting extends PlatformSetting {
  readonly quota: ProQuota
}

export type ProPlatform = ProSetting & SharedParts

export function proPlatform(setting: ProSetting): ProPlatform {
  return { ...setting, ...sharedParts('pro', setting) }
}
