// The demo account's audiences: every state, every type, uploaded and streamed, large and too small to serve.

import type { AdSegment, DmpSegment, SegmentStatus } from './state.ts'

export interface SegmentSeed {
  readonly name: string
  readonly description?: string
  readonly type: DmpSegment['type']
  readonly platform: string
  readonly source?: string
  readonly ageDays: number
  readonly input: number
  readonly matched: number
  readonly size: number
  /** Status and the day it begins, counted from the making of the world; negative lies in the past. */
  readonly phases: readonly (readonly [SegmentStatus, number | 'created'])[]
}

export const demoSegments: readonly SegmentSeed[] = [
  {
    name: 'Garden newsletter readers',
    description: 'Export of the newsletter list, refreshed every quarter.',
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 160,
    input: 18240,
    matched: 12688,
    size: 11900,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -158],
    ],
  },
  {
    name: 'Landscapers within 100 miles',
    description: 'Companies that buy plants by the pallet.',
    type: 'COMPANY_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 95,
    input: 640,
    matched: 512,
    size: 48200,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -93],
    ],
  },
  {
    name: 'Spring workshop sign-ups',
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 1,
    input: 2150,
    matched: 1404,
    size: 1350,
    phases: [
      ['BUILDING', 'created'],
      ['READY', 1],
    ],
  },
  {
    name: 'Trade customers, last 12 months',
    description: 'Streamed from the shop’s customer database every night.',
    type: 'USER',
    platform: 'GARDENCRM',
    source: 'trade-12m',
    ageDays: 300,
    input: 3260,
    matched: 2491,
    size: 2400,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -298],
      ['UPDATING', -0.2],
      ['READY', 2],
    ],
  },
  {
    name: 'Facility managers, target accounts',
    type: 'COMPANY',
    platform: 'GARDENCRM',
    source: 'accounts-77',
    ageDays: 60,
    input: 210,
    matched: 188,
    size: 9100,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -58],
    ],
  },
  {
    name: 'Top-tier accounts',
    type: 'COMPANY',
    platform: 'ABM_HUB_COMPANY_TIERING',
    ageDays: 44,
    input: 38,
    matched: 36,
    size: 5200,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -42],
    ],
  },
  {
    name: 'Bonsai club members',
    description: 'Too few members to be shown ads: the platform serves from 300.',
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 30,
    input: 214,
    matched: 131,
    size: 120,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -28],
    ],
  },
  {
    name: 'Christmas tree buyers 2024',
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 330,
    input: 5120,
    matched: 3322,
    size: 3200,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -328],
      ['ARCHIVED', -120],
      ['EXPIRED', 60],
    ],
  },
  {
    name: 'Trade fair badge scans 2023',
    type: 'COMPANY_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 700,
    input: 96,
    matched: 71,
    size: 0,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -698],
      ['ARCHIVED', -400],
      ['EXPIRED', -220],
    ],
  },
  {
    name: 'Old webshop export',
    description: 'The file had no usable column.',
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 75,
    input: 0,
    matched: 0,
    size: 0,
    phases: [
      ['BUILDING', 'created'],
      ['FAILED', -74],
    ],
  },
  {
    name: 'Loyalty card holders',
    type: 'USER',
    platform: 'GARDENCRM',
    source: 'loyalty',
    ageDays: 20,
    input: 800,
    matched: 0,
    size: 0,
    phases: [
      ['BUILDING', 'created'],
      ['ERROR', -19],
    ],
  },
]

export const lookalikes: readonly (Pick<AdSegment, 'name' | 'type' | 'status'> & {
  readonly description: string
  readonly size: number
  readonly ageDays: number
})[] = [
  {
    name: 'Website visitors, 90 days',
    description: 'Everyone who saw a page of fox-garden.example.',
    type: 'RETARGETING',
    status: 'READY',
    size: 6400,
    ageDays: 210,
  },
  {
    name: 'Viewed the wholesale price list',
    description: 'Visitors of the price list.',
    type: 'RETARGETING',
    status: 'BUILDING',
    size: 0,
    ageDays: 2,
  },
  {
    name: 'Similar to trade customers',
    description: 'Members who resemble the trade customers.',
    type: 'LOOKALIKE',
    status: 'READY',
    size: 182000,
    ageDays: 140,
  },
]
