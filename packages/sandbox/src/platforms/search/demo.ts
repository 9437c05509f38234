import type { ListedIdentity } from '../platformDefinition.ts'

export const searchDemoAccess = ({ accessToken, refreshToken = '' }: ListedIdentity) => ({
  accessToken,
  refreshToken,
  customerId: '4823109756',
  loginCustomerId: '7710000001',
})
