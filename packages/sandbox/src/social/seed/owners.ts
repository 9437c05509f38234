// Businesses, ad accounts, pages and photo accounts of the starting world, and who works with them.

import type { State } from '../../core/state.ts'
import { textHash } from '../../delivery/chance.ts'
import type { AdAccount, PageRole } from '../state.ts'
import { dayMs } from './campaigns.ts'
import { type ThemeName, themes } from './themes.ts'

export const allAccountTasks = ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'] as const
export const allPageTasks = [
  'ADVERTISE',
  'ANALYZE',
  'CREATE_CONTENT',
  'MESSAGING',
  'MODERATE',
  'MANAGE',
] as const

export interface AccountPlan {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly business?: string
  readonly pages?: readonly string[]
  readonly status?: number
  readonly termsOpen?: true
  readonly audience?: number
}

export function addAccount(state: State, plan: AccountPlan): void {
  const account: AdAccount = {
    id: plan.id,
    name: plan.name,
    currency: plan.currency,
    timeZone: plan.timeZone,
    status: plan.status ?? 1,
    disableReason: plan.status === 2 ? 1 : 0,
    createdAt: state.seededAt - (900 + (textHash(plan.id) % 600)) * dayMs,
    ...(plan.business === undefined ? {} : { business: plan.business }),
    pages: plan.pages ?? [],
    audienceTermsAccepted: !plan.termsOpen,
    audience: plan.audience ?? 60_000 + (textHash(`audience/${plan.id}`) % 90_000),
  }
  state.social.adAccounts[plan.id] = account
}

export interface PagePlan {
  readonly id: string
  readonly name: string
  readonly theme: ThemeName
  readonly business?: string
  readonly photoAccount?: { readonly id: string; readonly username: string; readonly name?: string }
}

export function addPage(state: State, plan: PagePlan): void {
  const theme = themes[plan.theme]
  const picture = `${plan.theme}-${plan.id.slice(-4)}`
  const business = plan.business === undefined ? {} : { business: plan.business }
  state.social.pages[plan.id] = {
    id: plan.id,
    name: plan.name,
    category: theme.category,
    about: theme.about,
    followers: 300 + (textHash(plan.id) % 9_000),
    picture,
    ...business,
    ...(plan.photoAccount === undefined ? {} : { photoAccount: plan.photoAccount.id }),
  }
  if (plan.photoAccount === undefined) return
  const { id, username, name } = plan.photoAccount
  state.social.photoAccounts[id] = {
    id,
    username,
    name: name ?? plan.name,
    biography: theme.about,
    followers: 500 + (textHash(id) % 12_000),
    picture: `${picture}-round`,
    page: plan.id,
    ...business,
  }
}

export function addBusiness(state: State, id: string, name: string): void {
  state.social.businesses[id] = { id, name, verified: true, createdAt: state.seededAt - 1_400 * dayMs }
}

export function addMember(
  state: State,
  person: string,
  has: {
    readonly accounts: readonly string[]
    readonly pages: readonly PageRole[]
    readonly businesses?: readonly string[]
  },
): void {
  state.social.members[person] = {
    adAccounts: has.accounts.map((id) => ({ id, tasks: [...allAccountTasks] })),
    pages: has.pages,
    businesses: has.businesses ?? [],
  }
}

export const roleOf = (id: string, more: Partial<PageRole> = {}): PageRole => ({
  id,
  tasks: [...allPageTasks],
  ...more,
})
