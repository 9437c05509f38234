// What all connectors of the professional network share; made once.

import { type PlatformSetting, type SharedParts, sharedParts } from '../kit/platform.ts'

export type ProPlatform = PlatformSetting & SharedParts

export function proPlatform(setting: PlatformSetting): ProPlatform {
  return { ...setting, ...sharedParts('pro', setting) }
}
