// The ad accounts of the starting world and who works on them.

import type { AccountRole, AdAccount } from './state.ts'

export interface AccountSeed {
  readonly person: string
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly organization?: { readonly id: number; readonly name: string; readonly website: string }
  /** Belongs to the person instead of an organization. */
  readonly personal?: true
  readonly role?: AccountRole['role']
  readonly status?: AdAccount['status']
  readonly type?: AdAccount['type']
  readonly holds?: readonly string[]
  readonly test?: true
  readonly ageDays?: number
  readonly country?: string
  readonly language?: string
}

const foxGarden = { id: 2414183, name: 'Fox Garden Shop', website: 'https://fox-garden.example' }
const foxBakery = { id: 2414190, name: 'Fox Bakery', website: 'https://fox-bakery.example' }

export const demoAccounts: readonly AccountSeed[] = [
  {
    person: 'ada',
    id: 512345678,
    name: 'Fox Garden Shop',
    currency: 'USD',
    organization: foxGarden,
    ageDays: 820,
  },
  {
    person: 'ada',
    id: 512345690,
    name: 'Fox Bakery Wholesale',
    currency: 'EUR',
    organization: foxBakery,
    role: 'CAMPAIGN_MANAGER',
    ageDays: 410,
  },
  {
    person: 'ada',
    id: 512345701,
    name: 'Fox Garden Shop (try-outs)',
    currency: 'USD',
    test: true,
    ageDays: 90,
  },
  {
    person: 'ada',
    id: 512345712,
    name: 'Ada Fox, freelance',
    currency: 'USD',
    personal: true,
    status: 'CANCELED',
    ageDays: 1900,
  },
]

export const singleAccounts: readonly AccountSeed[] = [
  {
    person: 'ben',
    id: 513200451,
    name: 'Single Origin Coffee',
    currency: 'USD',
    organization: { id: 2520311, name: 'Single Origin Coffee', website: 'https://single-origin.example' },
  },
  {
    person: 'greta',
    id: 516077102,
    name: 'Long Bridge Logistics',
    currency: 'EUR',
    organization: { id: 2533120, name: 'Long Bridge Logistics', website: 'https://long-bridge.example' },
    type: 'ENTERPRISE',
    country: 'NL',
  },
  {
    person: 'yuki',
    id: 517300214,
    name: 'Yuen Tea House',
    currency: 'JPY',
    organization: { id: 2547781, name: '結縁茶舗', website: 'https://yuen-tea.example' },
    country: 'JP',
    language: 'ja',
  },
  {
    person: 'yuki',
    id: 517300225,
    name: 'Yuen Ceramics',
    currency: 'JPY',
    organization: { id: 2547790, name: '結縁陶房', website: 'https://yuen-ceramics.example' },
    country: 'JP',
    language: 'ja',
  },
]

const towns = [
  ...[
    'Aachen',
    'Augsburg',
    'Bamberg',
    'Berlin',
    'Bielefeld',
    'Bochum',
    'Bonn',
    'Bremen',
    'Chemnitz',
    'Coburg',
  ],
  ...[
    'Dortmund',
    'Dresden',
    'Duisburg',
    'Erfurt',
    'Essen',
    'Flensburg',
    'Frankfurt',
    'Freiburg',
    'Fulda',
    'Gera',
  ],
  ...['Halle', 'Hamburg', 'Hannover', 'Jena', 'Karlsruhe', 'Kassel', 'Kiel', 'Köln', 'Leipzig', 'Lübeck'],
  ...[
    'Mainz',
    'Mannheim',
    'München',
    'Münster',
    'Nürnberg',
    'Potsdam',
    'Rostock',
    'Stuttgart',
    'Ulm',
    'Würzburg',
  ],
] as const

/** A franchise: one account for every shop. */
export const fortyAccounts: readonly AccountSeed[] = towns.map((town, index) => ({
  person: 'otto',
  id: 514000101 + index * 7,
  name: `Forty Bikes ${town}`,
  currency: 'EUR',
  organization: {
    id: 2600101 + index,
    name: `Forty Bikes ${town}`,
    website: `https://forty-bikes.example/${index + 1}`,
  },
  role: index % 4 === 3 ? 'CAMPAIGN_MANAGER' : 'ACCOUNT_MANAGER',
  country: 'DE',
  language: 'de',
  ageDays: 900 - index * 11,
}))

const client = (
  id: number,
  name: string,
  currency: string,
  more: Partial<AccountSeed> = {},
): AccountSeed => ({
  person: 'agnes',
  id,
  name,
  currency,
  organization: { id: id - 512_000_000, name, website: `https://client-${id % 1000}.example` },
  role: 'ACCOUNT_MANAGER',
  ...more,
})

export const agencyAccounts: readonly AccountSeed[] = [
  client(515000101, 'Harbor & Pine Outdoor', 'USD', { type: 'ENTERPRISE' }),
  client(515000112, 'Lumen Dental Group', 'USD', { role: 'CAMPAIGN_MANAGER' }),
  client(515000123, 'Northwind Solar', 'GBP', { country: 'GB' }),
  client(515000134, 'Casa Verde Imóveis', 'BRL', { country: 'BR', language: 'pt' }),
  client(515000145, 'Kettle & Crumb', 'AUD', { country: 'AU', role: 'CREATIVE_MANAGER' }),
  client(515000156, 'Atelier Marchand', 'EUR', { country: 'FR', language: 'fr', role: 'VIEWER' }),
  client(515000167, 'Redwood Accounting', 'USD', { holds: ['BILLING_HOLD'] }),
  client(515000178, 'Bright Path Tutoring', 'CAD', { country: 'CA' }),
  client(515000189, 'Old Mill Furniture', 'USD', { status: 'CANCELED' }),
  client(515000190, 'Seaside Physio', 'GBP', { country: 'GB', status: 'DRAFT', holds: [] }),
  client(515000201, 'Tanaka Precision', 'JPY', { country: 'JP', language: 'ja' }),
  client(515000212, 'Agnes Agency, training', 'USD', { test: true }),
]
