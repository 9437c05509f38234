import type { ListedIdentity } from '../platformDefinition.ts'

export const socialDemoAccess = ({ accessToken }: ListedIdentity) => ({
  accessToken,
  adAccountId: '1001200300400',
  pageId: '104500000000001',
  campaignId: '120210000000000011',
})
