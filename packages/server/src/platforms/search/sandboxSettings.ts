import type { SandboxSettingsDeps } from '../connector-kit/platformDefinition.ts'
import type { SearchSettings } from './variables.ts'

/** Keyword ideas need an account of the service's own. The sandbox has one from the start. */
export function withServiceAccount(
  settings: SearchSettings,
  { getRefreshToken }: SandboxSettingsDeps,
): SearchSettings {
  const { customerId, refreshToken } = settings.serviceAccount
  if (customerId !== '' && refreshToken !== '') return settings
  const serviceAccount = {
    customerId: '9301448215',
    refreshToken: getRefreshToken('ada'),
    loginCustomerId: '',
  }
  return { ...settings, serviceAccount }
}
