// Businesses, ad accounts, pages and photo accounts of the starting world, and the people with roles in them.

import { readTable } from '../../core/dataFiles.ts'
import type { State } from '../../core/state.ts'
import { textHash } from '../../delivery/chance.ts'
import { dayMs } from './campaigns.ts'
import { themeOf } from './themes.ts'

const accountTasks = ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE']
const pageTasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

export function seedBusinesses({ social, seededAt }: State): void {
  for (const { id, name } of readTable('social/world/businesses.tsv', ['id', 'name'])) {
    social.businesses[id] = { id, name, verified: true, createdAt: seededAt - 1_400 * dayMs }
  }
}

export function seedAccounts({ social, seededAt }: State): void {
  const columns = [
    'id',
    'name',
    'currency',
    'timeZone',
    'business',
    'pages',
    'status',
    'termsOpen',
    'audience',
    'advertiser',
  ] as const
  for (const row of readTable('social/world/adAccounts.tsv', columns)) {
    const { id, name, currency, timeZone, business, advertiser } = row
    const status = Number(row.status)
    social.adAccounts[id] = {
      id,
      name,
      currency,
      timeZone,
      status,
      disableReason: status === 2 ? 1 : 0,
      createdAt: seededAt - (900 + (textHash(id) % 600)) * dayMs,
      ...(business === '' ? {} : { business }),
      pages: listed(row.pages),
      audienceTermsAccepted: row.termsOpen !== 'yes',
      audience: row.audience === '' ? 60_000 + (textHash(`audience/${id}`) % 90_000) : Number(row.audience),
      ...(advertiser === '' ? {} : { advertiser }),
    }
  }
}

export function seedPages({ social }: State): void {
  const columns = [
    'id',
    'name',
    'theme',
    'business',
    'photoAccount',
    'username',
    'photoName',
    'leadTermsOpen',
  ] as const
  for (const row of readTable('social/world/pages.tsv', columns)) {
    const { id, name, photoAccount, username, photoName } = row
    const theme = themeOf(row.theme)
    const picture = `${row.theme}-${id.slice(-4)}`
    const business = row.business === '' ? {} : { business: row.business }
    social.pages[id] = {
      id,
      name,
      category: theme.category,
      about: theme.about,
      followers: 300 + (textHash(id) % 9_000),
      picture,
      ...business,
      ...(photoAccount === '' ? {} : { photoAccount }),
      ...(row.leadTermsOpen === 'yes' ? { leadTermsOpen: true as const } : {}),
    }
    if (photoAccount === '') continue
    social.photoAccounts[photoAccount] = {
      id: photoAccount,
      username,
      name: photoName,
      biography: theme.about,
      followers: 500 + (textHash(photoAccount) % 12_000),
      picture: `${picture}-round`,
      page: id,
      ...business,
    }
  }
}

export function seedMembers({ social }: State): void {
  const columns = ['person', 'businesses', 'adAccounts', 'pages', 'throughBusiness'] as const
  for (const row of readTable('social/world/members.tsv', columns)) {
    const through = row.throughBusiness === 'yes' ? { throughBusiness: true as const } : {}
    social.members[row.person] = {
      adAccounts: listed(row.adAccounts).map((id) => ({ id, tasks: [...accountTasks] })),
      pages: listed(row.pages).map((id) => ({ id, tasks: [...pageTasks], ...through })),
      businesses: listed(row.businesses),
    }
  }
}

/** Splits several ids in one cell. */
const listed = (cell: string) => (cell === '' ? [] : cell.split(' '))
