import type { ListedIdentity } from '../platformDefinition.ts'

export const proDemoAccess = ({ accessToken }: ListedIdentity) => ({ accessToken, accountId: '512345678' })
