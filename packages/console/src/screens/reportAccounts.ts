// Sentences about the accounts of a report: accounts without data, and accounts that several users linked.

import type { Results, User } from '@adrail/client'
import { nameOf } from '../words/platforms.ts'

type Report = Results<'report/get_report'>
type Account = Report['accounts'][number]

function userName(userId: string, users: readonly User[]): string {
  return users.find((user) => user.userId === userId)?.name ?? userId
}

export function missing({ userId, platform }: Report['errors'][number], users: readonly User[]): string {
  return `${userName(userId, users)} on ${nameOf(platform)}`
}

const names = new Intl.ListFormat(undefined, { type: 'conjunction' })

/** Describes each ad account that several users linked, in one sentence. */
export function sharedAccounts(accounts: readonly Account[], users: readonly User[]): string[] {
  const groups = Map.groupBy(accounts, ({ platform, accountId }) => `${platform} ${accountId}`)
  return [...groups.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const people = names.format(same.map(({ userId }) => userName(userId, users)))
      const [{ platform = '', accountName = '' } = {}] = same
      return `${people} linked the same ad account on ${nameOf(platform)}, ${accountName}. It counts once.`
    })
}

/** Whether an account counts in sums. An ad account that several users linked counts once. */
export const countsOnce = ({ duplicateOf }: { readonly duplicateOf?: string }) => duplicateOf === undefined
