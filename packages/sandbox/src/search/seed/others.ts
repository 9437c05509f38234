// Everybody else's accounts: one, forty, three hundred, and some in yen.

import type { State } from '../../core/state.ts'
import { textHash } from '../../delivery/chance.ts'
import { addAccount, addManager, ids, ottoSpecial } from './accounts.ts'
import { addConversions, type CampaignPlan, launch } from './launch.ts'

interface Trade {
  readonly noun: string
  readonly keywords: readonly string[]
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
}

const trades: readonly Trade[] = [
  {
    noun: 'Bicycle Workshop',
    keywords: ['bike repair', 'bicycle service', 'bike shop'],
    headlines: ['Bike Repair While You Wait', 'Book a Service Online', 'All Brands Welcome'],
    descriptions: ['Brakes, gears and wheels, fixed the same day.', 'Honest prices, posted on the wall.'],
  },
  {
    noun: 'Dental Practice',
    keywords: ['dentist', 'family dentist', 'teeth cleaning'],
    headlines: ['Gentle Family Dentist', 'New Patients Welcome', 'Evening Appointments'],
    descriptions: ['Check-ups without the wait.', 'Book online and come when it suits you.'],
  },
  {
    noun: 'Flower Studio',
    keywords: ['flower delivery', 'florist', 'wedding flowers'],
    headlines: ['Flowers Tied by Hand', 'Delivered the Same Day', 'Seasonal Bouquets'],
    descriptions: ['Fresh from the market each morning.', 'Add a card and we write it for you.'],
  },
  {
    noun: 'Yoga House',
    keywords: ['yoga classes', 'yoga studio', 'beginner yoga'],
    headlines: ['First Yoga Class Free', 'Classes From Six to Ten', 'Small Groups'],
    descriptions: ['Warm rooms, mats included.', 'Come alone, leave with friends.'],
  },
  {
    noun: 'Plumbing Service',
    keywords: ['emergency plumber', 'plumber', 'boiler repair'],
    headlines: ['Plumber Within the Hour', 'Fixed Price Before We Start', 'Day and Night'],
    descriptions: ['Leaks, drains and boilers.', 'Licensed, insured and on time.'],
  },
  {
    noun: 'Coffee Roastery',
    keywords: ['fresh roasted coffee', 'coffee beans', 'coffee subscription'],
    headlines: ['Roasted on Tuesday', 'Coffee Beans by Post', 'Taste Before You Buy'],
    descriptions: ['Single farms, small batches.', 'Skip or stop your delivery at any time.'],
  },
]

const owners =
  'Amber Birch Cedar Dover Elm Falcon Grove Harbor Iris Juniper Kestrel Linden Maple North Olive Poppy Quay River Sunny Tulip'.split(
    ' ',
  )

function tradeOf(key: string): Trade {
  const found = trades[textHash(key) % trades.length]
  if (found === undefined) throw new Error('There is no trade.')
  return found
}

function businessName(key: string): string {
  return `${owners[textHash(`${key}/owner`) % owners.length]} ${tradeOf(key).noun}`
}

function planFor(key: string, dailyBudget: number, location: string, language = '1000'): CampaignPlan {
  const trade = tradeOf(key)
  return {
    name: `${trade.noun} search`,
    dailyBudget,
    bidding: 'targetSpend',
    startedDaysAgo: 60 + (textHash(key) % 200),
    locations: [location],
    languages: [language],
    callouts: ['Open on Saturdays'],
    adGroups: [
      {
        name: trade.noun,
        keywords: trade.keywords,
        ads: [
          {
            url: `https://${businessName(key).toLowerCase().replaceAll(' ', '-')}.example/`,
            headlines: trade.headlines,
            descriptions: trade.descriptions,
          },
        ],
      },
    ],
  }
}

export function seedBen(state: State): void {
  addAccount(state, ids.ben, { name: 'Single Cycles', timeZone: 'America/Chicago' })
  addConversions(state, ids.ben, [['Booked service', 'BOOK_APPOINTMENT', 'WEBPAGE', true]])
  launch(state, ids.ben, planFor('ben', 12, '1016367'))
}

export function seedGreta(state: State): void {
  addAccount(state, ids.greta, { name: 'Long Distance Running Co', timeZone: 'America/Denver' })
  launch(state, ids.greta, planFor('greta', 20, '21138'))
}

export function seedYuki(state: State): void {
  for (const [id, name] of [
    [ids.yukiShop, 'Yuki Tea House'],
    [ids.yukiOnsen, 'Yuki Onsen Inn'],
  ] as const) {
    addAccount(state, id, { name, currency: 'JPY', timeZone: 'Asia/Tokyo' })
    launch(state, id, {
      name: '京都の抹茶',
      dailyBudget: id === ids.yukiShop ? 2_000 : 5_500,
      bidding: 'targetSpend',
      startedDaysAgo: 110,
      locations: ['2392'],
      languages: ['1005'],
      callouts: ['送料無料'],
      adGroups: [
        {
          name: '抹茶',
          keywords: ['抹茶 通販', '京都 抹茶', '宇治 抹茶'],
          ads: [
            {
              url: 'https://yuki-tea.example/',
              headlines: ['京都の抹茶専門店', '石臼で挽きたて', '全国へお届けします'],
              descriptions: ['宇治の茶園から毎朝届きます。', 'はじめての方へお試しセット。'],
            },
          ],
        },
      ],
    })
  }
}

export function seedOtto(state: State): void {
  for (let number = 1; number <= 40; number++) {
    const id = String(6_600_000_000 + number)
    const facts = {
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      leadFormTerms: id !== ottoSpecial.withoutLeadFormTerms,
      imagesEligible: id !== ottoSpecial.withoutImages,
      testAccount: number > 38,
    }
    addAccount(
      state,
      id,
      id === ottoSpecial.nameless ? facts : { ...facts, name: `${businessName(id)} ${number}` },
    )
    if (id !== ottoSpecial.withoutConversions) {
      addConversions(state, id, [['Kontaktanfrage', 'SUBMIT_LEAD_FORM', 'WEBPAGE', true]])
    }
    if (number <= 12) launch(state, id, planFor(id, 10 + number, '2276', '1001'))
    status(state, id)
  }
  undeclare(state, ottoSpecial.undeclared)
}

/** Set once the campaigns stand: nobody could create them in a suspended account. */
function status(state: State, id: string): void {
  const customer = state.search.accounts[id]?.customer
  if (customer === undefined) return
  if (id === ottoSpecial.suspended) customer['status'] = 'SUSPENDED'
  if (id === ottoSpecial.canceled) customer['status'] = 'CANCELED'
}

/** Campaigns made before the rule have no declaration about EU political advertising. */
function undeclare(state: State, id: string): void {
  const account = state.search.accounts[id]
  if (account === undefined) return
  for (const campaign of Object.values(account.resources['campaign'] ?? {})) {
    delete campaign['containsEuPoliticalAdvertising']
  }
  account.revision++
}

const regions = ['North', 'East', 'South', 'West', 'Canada', 'Europe']
const teams = ['Retail', 'Local', 'Leads', 'Travel']

/** One manager above six above twenty-four, and some three hundred clients below them. */
export function seedAgency(state: State): void {
  let next = 8_830_000_000
  const client = (label: string): string => {
    next++
    const id = String(next)
    const canada = label.startsWith('Canada')
    const europe = label.startsWith('Europe')
    addAccount(state, id, {
      name: `${businessName(id)} (${label})`,
      currency: canada ? 'CAD' : europe ? 'EUR' : 'USD',
      timeZone: canada ? 'America/Toronto' : europe ? 'Europe/Paris' : 'America/Los_Angeles',
      status: next % 29 === 0 ? 'CANCELED' : next % 41 === 0 ? 'SUSPENDED' : 'ENABLED',
    })
    return id
  }
  const top = [client('Key account'), client('Key account')]
  for (const [row, region] of regions.entries()) {
    const regional = String(8_810_000_001 + row)
    const below = [client(region), client(region)]
    for (const [column, team] of teams.entries()) {
      const manager = String(8_820_000_001 + row * 10 + column)
      addManager(
        state,
        manager,
        `${region} ${team}`,
        Array.from({ length: 12 }, () => client(`${region} ${team}`)),
      )
      below.push(manager)
    }
    addManager(state, regional, `${region} region`, below)
    top.push(regional)
  }
  addManager(state, ids.agencyTop, 'Agnes Agency', top)
  launch(state, ids.agencyDirect, planFor(ids.agencyDirect, 60, '1014221'))
}
