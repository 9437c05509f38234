// Ada Fox, the demo person: a bakery in Berlin, a garden shop in New York, a tea house in Taipei, and a place to test loads.

import type { State } from '../../core/state.ts'
import { addPlannedCampaign, dayMs } from './campaigns.ts'
import { addImages, addPhotoMedia, addPosts, addVideo } from './content.ts'
import { addAccount, addBusiness, addMember, addPage, roleOf } from './owners.ts'
import { themes } from './themes.ts'

const bakery = '1001200300400'
const garden = '1001200300401'
const tea = '1001200300402'
const loads = '1001200300499'
const bakeryPage = '104500000000001'
const gardenPage = '104500000000002'
const business = '220011'

export function seedAda(state: State): void {
  addBusiness(state, business, 'Fox & Daughters')
  addPage(state, {
    id: bakeryPage,
    name: 'Fox Bakery',
    theme: 'bakery',
    business,
    photoAccount: { id: '17841400000000001', username: 'foxbakery', name: 'Fox Bakery' },
  })
  addPage(state, { id: gardenPage, name: 'Fox Garden Shop', theme: 'garden', business })
  addAccount(state, {
    id: bakery,
    name: 'Fox Bakery',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    business,
    pages: [bakeryPage],
  })
  addAccount(state, {
    id: garden,
    name: 'Fox Garden Shop',
    currency: 'USD',
    timeZone: 'America/New_York',
    business,
    pages: [gardenPage],
  })
  addAccount(state, {
    id: tea,
    name: 'Fox Tea House',
    currency: 'TWD',
    timeZone: 'Asia/Taipei',
    business,
    pages: [bakeryPage],
    termsOpen: true,
  })
  addAccount(state, {
    id: loads,
    name: 'Fox Load Lab',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    business,
    pages: [bakeryPage],
    audience: 2_400_000,
  })
  addMember(state, 'ada', {
    accounts: [bakery, garden, tea, loads],
    pages: [roleOf(bakeryPage), roleOf(gardenPage)],
    businesses: [business],
  })
  addPosts(state, bakeryPage, 'bakery', 72, '990011')
  addPosts(state, gardenPage, 'garden', 40, '990011')
  addPhotoMedia(state, '17841400000000001', 'bakery', 64)
  addImages(state, bakery, 'bakery', 68)
  addImages(state, garden, 'garden', 30)
  addVideos(state)
  addForms(state)
  addPixels(state)
  addAudiences(state)
  addCampaigns(state)
}

function addVideos(state: State): void {
  const titles = [
    'rye.mp4',
    'oven-at-four.mp4',
    'folding-dough.mp4',
    'plum-cake.mp4',
    'shop-opening.mp4',
    'stollen.mp4',
    'walnut-bread.mp4',
    'market-day.mp4',
  ]
  titles.forEach((title, index) => {
    addVideo(state, {
      id: String(990_011 + index),
      account: bakery,
      ...(index === 0 ? { page: bakeryPage } : {}),
      title,
      picture: title.replace('.mp4', ''),
      daysAgo: 3 + index * 11,
      portrait: index % 3 === 0,
      seconds: 9.4 + index * 2.3,
    })
  })
  addVideo(state, {
    id: '990031',
    account: bakery,
    title: 'today.mp4',
    picture: 'today',
    daysAgo: 0,
    fate: 'fresh',
  })
  addVideo(state, {
    id: '990032',
    account: bakery,
    title: 'phone-clip-bad.mp4',
    picture: 'phone-clip',
    daysAgo: 2,
    fate: 'bad',
  })
  addVideo(state, {
    id: '990033',
    account: bakery,
    title: 'never-sent.mp4',
    picture: 'never-sent',
    daysAgo: 6,
    fate: 'abandoned',
  })
  addVideo(state, { id: '990051', account: garden, title: 'balcony.mp4', picture: 'balcony', daysAgo: 14 })
  addVideo(state, {
    id: '990091',
    page: bakeryPage,
    title: 'Marta feeds the starter',
    picture: 'marta',
    daysAgo: 21,
    portrait: true,
  })
}

function addForms(state: State): void {
  const forms = [
    ['700011', 'Catering quote', 'ACTIVE', 148],
    ['700012', 'Bread course waiting list', 'ACTIVE', 63],
    ['700013', 'Christmas orders 2025', 'ARCHIVED', 311],
    ['700014', 'Apprentices', 'DRAFT', 0],
    ['700015', 'First try', 'DELETED', 0],
  ] as const
  forms.forEach(([id, name, status, leads], index) => {
    const createdAt = state.seededAt - (200 - index * 31) * dayMs
    state.social.leadForms[id] = { id, page: bakeryPage, name, status, locale: 'en_US', createdAt, leads }
  })
  state.social.leadForms['700021'] = {
    id: '700021',
    page: gardenPage,
    name: 'Garden design visit',
    status: 'ACTIVE',
    locale: 'en_US',
    createdAt: state.seededAt - 90 * dayMs,
    leads: 41,
  }
}

function addPixels(state: State): void {
  const { social, seededAt } = state
  const createdAt = seededAt - 700 * dayMs
  const events = {
    PageView: 24,
    ViewContent: 9,
    AddToCart: 2.4,
    InitiateCheckout: 1.2,
    Purchase: 0.8,
    Lead: 0.5,
    OvenTimer: 1.6,
    RecipePrinted: 0.7,
  }
  social.pixels['330001'] = { id: '330001', account: bakery, name: 'Bakery site', createdAt, events }
  social.pixels['330002'] = {
    id: '330002',
    account: bakery,
    name: 'Old shop',
    createdAt: createdAt - 400 * dayMs,
    events: {},
    unavailable: true,
  }
  social.pixels['330003'] = {
    id: '330003',
    account: garden,
    name: 'Garden site',
    createdAt,
    events: { PageView: 15, AddToCart: 1.5, Purchase: 0.6, Contact: 0.4 },
  }
  const conversions = [
    ['440001', bakery, 'Order thank-you', 'PURCHASE', '330001', false, false],
    ['440002', bakery, 'Catering form sent', 'LEAD', '330001', false, false],
    ['440003', bakery, 'Newsletter', 'COMPLETE_REGISTRATION', '330001', true, false],
    ['440004', bakery, 'Easter shop 2024', 'PURCHASE', '330001', false, true],
    ['440005', bakery, 'Old checkout', 'OTHER', '330002', false, false],
    ['440006', garden, 'Garden order', 'PURCHASE', '330003', false, false],
  ] as const
  for (const [id, account, name, eventType, pixel, hidden, archived] of conversions) {
    social.customConversions[id] = {
      id,
      account,
      name,
      eventType,
      pixel,
      archived,
      unavailable: pixel === '330002',
      createdAt: createdAt + 30 * dayMs,
      ...(hidden ? { pixelHidden: true as const } : {}),
    }
  }
}

function addAudiences(state: State): void {
  themes.bakery.audiences.forEach((name, index) => {
    const id = String(23_840_000_000_000_101n + BigInt(index))
    const createdAt = state.seededAt - (120 - index * 20) * dayMs
    state.social.audiences[id] = {
      id,
      account: bakery,
      name,
      description: '',
      subtype: index === 2 ? 'ENGAGEMENT' : index === 1 ? 'WEBSITE' : 'CUSTOM',
      createdAt,
      updatedAt: createdAt,
    }
  })
}

function addCampaigns(state: State): void {
  const plan = (
    idea: number,
    more: Omit<Parameters<typeof addPlannedCampaign>[1], 'account' | 'theme' | 'idea'>,
  ) => addPlannedCampaign(state, { account: bakery, theme: 'bakery', idea, ...more })
  plan(0, {
    id: '120210000000000011',
    budget: { on: 'campaign', daily: 10 },
    startDaysAgo: 236,
    budgets: [
      { daysAgo: 160, daily: 12 },
      { daysAgo: 58, daily: 15 },
    ],
    statuses: [
      { daysAgo: 103, status: 'PAUSED' },
      { daysAgo: 96, status: 'ACTIVE' },
    ],
    adSets: 3,
    adsPerSet: 4,
  })
  plan(1, { budget: { on: 'adsets', daily: 36 }, startDaysAgo: 190, adSets: 3, adsPerSet: 3 })
  plan(2, { budget: { on: 'campaign', daily: 20 }, startDaysAgo: 120, adSets: 2, adsPerSet: 3 })
  plan(3, { budget: { on: 'adsets', daily: 8 }, startDaysAgo: 80, adSets: 1, adsPerSet: 5 })
  plan(4, {
    name: 'Plum cake season (lifetime)',
    budget: { on: 'campaign', lifetime: 600 },
    startDaysAgo: 45,
    endDaysAgo: -15,
    adSets: 2,
    adsPerSet: 2,
  })
  plan(4, {
    name: 'Plum cake season 2025',
    budget: { on: 'campaign', lifetime: 450 },
    startDaysAgo: 430,
    endDaysAgo: 370,
    statuses: [{ daysAgo: 360, status: 'PAUSED' }],
    adSets: 1,
    adsPerSet: 3,
  })
  plan(5, {
    name: 'Christmas stollen 2025',
    budget: { on: 'campaign', daily: 40 },
    startDaysAgo: 365,
    endDaysAgo: 328,
    statuses: [{ daysAgo: 320, status: 'ARCHIVED' }],
    adSets: 3,
    adsPerSet: 3,
  })
  plan(5, {
    name: 'Christmas stollen',
    budget: { on: 'campaign', daily: 45 },
    startDaysAgo: -6,
    endDaysAgo: -40,
    adSets: 2,
    adsPerSet: 3,
  })
  plan(6, {
    name: 'Opening day',
    budget: { on: 'campaign', daily: 60 },
    startDaysAgo: 141,
    endDaysAgo: 140,
    adSets: 1,
    adsPerSet: 2,
  })
  plan(6, {
    name: 'Draft without delivery',
    budget: { on: 'campaign', daily: 12 },
    startDaysAgo: 30,
    statuses: [{ daysAgo: 30.05, status: 'PAUSED' }],
    adSets: 1,
    adsPerSet: 2,
  })
  plan(7, {
    budget: { on: 'adsets', lifetime: 240 },
    startDaysAgo: 20,
    endDaysAgo: -20,
    specialAdCategories: ['EMPLOYMENT'],
    adSets: 2,
    adsPerSet: 2,
  })
  plan(3, {
    name: 'Knead along',
    budget: { on: 'campaign', daily: 9 },
    startDaysAgo: 64,
    issues: true,
    disapproved: true,
    adSets: 1,
    adsPerSet: 4,
  })
  plan(0, {
    name: 'Summer rolls',
    budget: { on: 'campaign', daily: 18 },
    startDaysAgo: 175,
    endDaysAgo: 83,
    statuses: [{ daysAgo: 82, status: 'PAUSED' }],
    adSets: 2,
    adsPerSet: 3,
  })
  plan(1, {
    name: 'Office breakfast',
    budget: { on: 'adsets', daily: 24 },
    startDaysAgo: 97,
    statuses: [{ daysAgo: 40, status: 'PAUSED' }],
    adSets: 2,
    adsPerSet: 3,
  })
  plan(2, {
    name: 'Wedding cakes',
    budget: { on: 'campaign', daily: 14 },
    startDaysAgo: 288,
    adSets: 2,
    adsPerSet: 4,
  })
  plan(0, {
    name: 'Removed by mistake',
    budget: { on: 'campaign', daily: 7 },
    startDaysAgo: 52,
    statuses: [{ daysAgo: 41, status: 'DELETED' }],
    adSets: 1,
    adsPerSet: 2,
  })

  const gardenPlans = [
    [210, 'campaign', 22],
    [150, 'adsets', 30],
    [95, 'campaign', 18],
    [60, 'adsets', 12],
    [230, 'campaign', 16],
    [24, 'campaign', 35],
  ] as const
  gardenPlans.forEach(([startDaysAgo, on, daily], idea) => {
    addPlannedCampaign(state, {
      account: garden,
      theme: 'garden',
      idea,
      budget: { on, daily },
      startDaysAgo,
      adSets: 2 + (idea % 2),
      adsPerSet: 3,
    })
  })
  addPlannedCampaign(state, {
    account: tea,
    theme: 'tea',
    idea: 0,
    budget: { on: 'campaign', daily: 11 },
    startDaysAgo: 70,
    adSets: 2,
    adsPerSet: 2,
  })
  addPlannedCampaign(state, {
    account: tea,
    theme: 'tea',
    idea: 1,
    budget: { on: 'adsets', daily: 9 },
    startDaysAgo: 33,
    adSets: 1,
    adsPerSet: 2,
  })
  // Big enough to see how long a large answer takes.
  addPlannedCampaign(state, {
    id: '120210000000000099',
    account: loads,
    theme: 'bakery',
    idea: 1,
    name: 'A thousand ads',
    budget: { on: 'campaign', daily: 1_500 },
    startDaysAgo: 100,
    endDaysAgo: -60,
    adSets: 10,
    adsPerSet: 100,
  })
}
