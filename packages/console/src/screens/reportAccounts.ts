// Sentences about the accounts of a report: accounts without data, and accounts that several users linked.

import type { Results, User } from '@adrail/client'
import { formatPlatform } from '../words/platforms.ts'

type Report = Results<'report/get_report'>
type Account = Report['accounts'][number]

function findUserName(userId: string, users: readonly User[]): string {
  return users.find((user) => user.userId === userId)?.name ?? userId
}

export function describeAccount(
  { userId, platform }: Report['errors'][number],
  users: readonly User[],
): string {
  return `${findUserName(userId, users)} on ${formatPlatform(platform)}`
}

const listFormat = new Intl.ListFormat(undefined, { type: 'conjunction' })

/** Describes each ad account that several users linked, in one sentence. */
export function describeSharedAccounts(accounts: readonly Account[], users: readonly User[]): string[] {
  const groups = Map.groupBy(accounts, ({ platform, accountId }) => `${platform} ${accountId}`)
  return [...groups.values()]
    .filter((accountGroup) => accountGroup.length > 1)
    .map((accountGroup) => {
      const userNames = listFormat.format(accountGroup.map(({ userId }) => findUserName(userId, users)))
      const [{ platform = '', accountName = '' } = {}] = accountGroup
      return `${userNames} linked the same ad account on ${formatPlatform(platform)}, ${accountName}. Totals count the account once.`
    })
}

/** Whether an account counts in sums. An ad account that several users linked counts once. */
export const isInTotals = ({ duplicateOf }: { readonly duplicateOf?: string }) => duplicateOf === undefined
