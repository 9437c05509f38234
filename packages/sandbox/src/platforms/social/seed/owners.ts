// Businesses, ad accounts, pages and photo accounts of the starting world, and the people with roles in them.

import { readTable } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import { findTheme } from './themes.ts'

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
      createdAt: seededAt - (900 + (hashText(id) % 600)) * dayMs,
      ...(business === '' ? {} : { business }),
      pages: splitIds(row.pages),
      audienceTermsAccepted: row.termsOpen !== 'yes',
      audience: row.audience === '' ? 60_000 + (hashText(`audience/${id}`) % 90_000) : Number(row.audience),
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
    const theme = findTheme(row.theme)
    const picture = `${row.theme}-${id.slice(-4)}`
    const business = row.business === '' ? {} : { business: row.business }
    social.pages[id] = {
      id,
      name,
      category: theme.category,
      about: theme.about,
      followers: 300 + (hashText(id) % 9_000),
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
      followers: 500 + (hashText(photoAccount) % 12_000),
      picture: `${picture}-round`,
      page: id,
      ...business,
    }
  }
}

export function seedMembers({ social }: State): void {
  const columns = ['person', 'businesses', 'adAccounts', 'pages', 'throughBusiness'] as const
  for (const row of readTable('social/world/members.tsv', columns)) {
    const roleOrigin = row.throughBusiness === 'yes' ? { throughBusiness: true as const } : {}
    social.members[row.person] = {
      adAccounts: splitIds(row.adAccounts).map((id) => ({ id, tasks: [...accountTasks] })),
      pages: splitIds(row.pages).map((id) => ({ id, tasks: [...pageTasks], ...roleOrigin })),
      businesses: splitIds(row.businesses),
    }
  }
}

/** Splits several ids in one cell. */
const splitIds = (cell: string) => (cell === '' ? [] : cell.split(' '))
