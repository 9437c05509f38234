// The other people: one account, none, forty, an agency, long ids, yen.

import type { State } from '../../core/state.ts'
import { textHash } from '../../delivery/chance.ts'
import { addPlannedCampaign } from './campaigns.ts'
import { addImages, addPhotoMedia, addPosts, addVideo } from './content.ts'
import { addAccount, addBusiness, addMember, addPage, roleOf } from './owners.ts'
import type { ThemeName } from './themes.ts'

export function seedOthers(state: State): void {
  seedBen(state)
  addMember(state, 'nora', { accounts: [], pages: [] })
  seedOtto(state)
  seedAgnes(state)
  seedGreta(state)
  seedYuki(state)
}

function addForm(state: State, id: string, page: string, name: string): void {
  state.social.leadForms[id] = {
    id,
    page,
    name,
    status: 'ACTIVE',
    locale: 'en_US',
    createdAt: state.seededAt - 60 * 86_400_000,
    leads: 17,
  }
}

function addPixel(state: State, id: string, account: string, name: string): void {
  const events = { PageView: 12, ViewContent: 4, Purchase: 0.4 }
  state.social.pixels[id] = { id, account, name, createdAt: state.seededAt - 500 * 86_400_000, events }
}

function seedBen(state: State): void {
  const account = '1002200300400'
  const page = '104500000000101'
  addPage(state, {
    id: page,
    name: 'Single Cycles',
    theme: 'bicycles',
    photoAccount: { id: '17841400000000101', username: 'singlecycles' },
  })
  addAccount(state, {
    id: account,
    name: 'Single Cycles',
    currency: 'USD',
    timeZone: 'America/Chicago',
    pages: [page],
  })
  addMember(state, 'ben', { accounts: [account], pages: [roleOf(page)] })
  addPosts(state, page, 'bicycles', 24, '992011')
  addPhotoMedia(state, '17841400000000101', 'bicycles', 18)
  addImages(state, account, 'bicycles', 16)
  addVideo(state, { id: '992011', account, page, title: 'workshop.mp4', picture: 'workshop', daysAgo: 12 })
  addForm(state, '702011', page, 'Book a check')
  addPixel(state, '332001', account, 'Single Cycles site')
  for (const idea of [0, 1, 2]) {
    addPlannedCampaign(state, {
      account,
      theme: 'bicycles',
      idea,
      budget: { on: idea === 1 ? 'adsets' : 'campaign', daily: 12 + idea * 6 },
      startDaysAgo: 140 - idea * 45,
      adSets: 2,
      adsPerSet: 2,
    })
  }
}

function seedOtto(state: State): void {
  const trades: readonly ThemeName[] = ['bakery', 'garden', 'bicycles', 'studio']
  const towns = [
    'Hamburg',
    'Bremen',
    'Kiel',
    'Leipzig',
    'Dresden',
    'Erfurt',
    'Mainz',
    'Ulm',
    'Trier',
    'Passau',
  ]
  const names: Readonly<Record<ThemeName, string>> = {
    bakery: 'Bakery',
    garden: 'Garden',
    bicycles: 'Cycles',
    studio: 'Studio',
    tea: 'Tea',
    ramen: 'Ramen',
  }
  addBusiness(state, '220044', 'Forty Franchise')
  const accounts: string[] = []
  const pages: string[] = []
  for (let number = 0; number < 40; number++) {
    const theme = trades[number % trades.length] ?? 'bakery'
    const name = `${names[theme]} Forty ${towns[Math.floor(number / 4)]}`
    const account = String(1_004_200_300_400 + number)
    const page = String(104_500_000_000_401 + number)
    addPage(state, { id: page, name, theme, business: '220044' })
    addAccount(state, {
      id: account,
      name,
      currency: number % 5 === 4 ? 'GBP' : 'EUR',
      timeZone: number % 5 === 4 ? 'Europe/London' : 'Europe/Berlin',
      business: '220044',
      pages: [page],
      status: number === 7 ? 2 : number === 11 ? 3 : number === 39 ? 101 : 1,
      ...(number === 5 ? { termsOpen: true as const } : {}),
    })
    accounts.push(account)
    pages.push(page)
    if (number % 4 === 0) {
      addPlannedCampaign(state, {
        account,
        theme,
        idea: number,
        budget: { on: 'campaign', daily: 8 + (textHash(name) % 20) },
        startDaysAgo: 30 + number * 3,
        adSets: 1,
        adsPerSet: 2,
      })
      addPosts(state, page, theme, 8, '992011')
    }
  }
  addMember(state, 'otto', { accounts, pages: pages.map((id) => roleOf(id)), businesses: ['220044'] })
}

function seedAgnes(state: State): void {
  const business = '220055'
  addBusiness(state, business, 'Agnes Agency')
  const clients: readonly (readonly [string, ThemeName, string, string])[] = [
    ['Northern Bakery', 'bakery', 'EUR', 'Europe/Berlin'],
    ['Canal Cycles', 'bicycles', 'EUR', 'Europe/Amsterdam'],
    ['Thames Studio', 'studio', 'GBP', 'Europe/London'],
  ]
  const accounts: string[] = []
  const pages: string[] = []
  clients.forEach(([name, theme, currency, timeZone], index) => {
    const account = String(1_005_200_300_400 + index)
    const page = String(104_500_000_000_501 + index)
    addPage(state, {
      id: page,
      name,
      theme,
      business,
      photoAccount: {
        id: `1784140000000050${index + 1}`,
        username: name.toLowerCase().replace(' ', ''),
      },
    })
    addAccount(state, { id: account, name, currency, timeZone, business, pages: [page] })
    addPosts(state, page, theme, 30, '992011')
    addPhotoMedia(state, `1784140000000050${index + 1}`, theme, 12)
    addImages(state, account, theme, 12)
    addForm(state, String(705_011 + index), page, `Ask ${name}`)
    addPixel(state, String(335_001 + index), account, `${name} site`)
    for (const idea of [0, 1]) {
      addPlannedCampaign(state, {
        account,
        theme,
        idea,
        budget: { on: idea === 0 ? 'campaign' : 'adsets', daily: 25 + index * 10 },
        startDaysAgo: 160 - idea * 70,
        adSets: 2,
        adsPerSet: 3,
      })
    }
    accounts.push(account)
    pages.push(page)
  })
  addMember(state, 'agnes', {
    accounts,
    pages: pages.map((id) => roleOf(id, { throughBusiness: true })),
    businesses: [business],
  })
}

function seedGreta(state: State): void {
  const account = '10150585630710217'
  const page = '104500000000601'
  addPage(state, {
    id: page,
    name: 'Long Studio',
    theme: 'studio',
    photoAccount: { id: '17841400000000601', username: 'longstudio' },
  })
  addAccount(state, {
    id: account,
    name: 'Long Studio',
    currency: 'USD',
    timeZone: 'America/Los_Angeles',
    pages: [page],
  })
  addMember(state, 'greta', { accounts: [account], pages: [roleOf(page)] })
  addPosts(state, page, 'studio', 14, '996011')
  addPhotoMedia(state, '17841400000000601', 'studio', 14)
  addImages(state, account, 'studio', 10)
  addVideo(state, { id: '996011', account, page, title: 'daylight.mp4', picture: 'daylight', daysAgo: 9 })
  addForm(state, '706011', page, 'Ask for a date')
  addPixel(state, '336001', account, 'Long Studio site')
  for (const idea of [0, 1]) {
    addPlannedCampaign(state, {
      account,
      theme: 'studio',
      idea,
      budget: { on: 'campaign', daily: 16 },
      startDaysAgo: 110 - idea * 60,
      adSets: 1,
      adsPerSet: 3,
    })
  }
}

function seedYuki(state: State): void {
  const page = '104500000000701'
  addPage(state, {
    id: page,
    name: 'Yuki Ramen',
    theme: 'ramen',
    photoAccount: { id: '17841400000000701', username: 'yukiramen' },
  })
  const accounts = ['1007200300400', '1007200300401']
  addAccount(state, {
    id: '1007200300400',
    name: 'Yuki Ramen Shibuya',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    pages: [page],
  })
  addAccount(state, {
    id: '1007200300401',
    name: 'Yuki Ramen Kyoto',
    currency: 'JPY',
    timeZone: 'Asia/Tokyo',
    pages: [page],
  })
  addMember(state, 'yuki', { accounts, pages: [roleOf(page)] })
  addPosts(state, page, 'ramen', 26, '997011')
  addPhotoMedia(state, '17841400000000701', 'ramen', 22)
  addVideo(state, {
    id: '997011',
    account: '1007200300400',
    page,
    title: 'steam.mp4',
    picture: 'steam',
    daysAgo: 5,
    portrait: true,
  })
  addForm(state, '707011', page, 'Work with us')
  accounts.forEach((account, index) => {
    addImages(state, account, 'ramen', 12)
    addPixel(state, String(337_001 + index), account, 'Yuki Ramen site')
    for (const idea of [0, 1, 2, 3]) {
      addPlannedCampaign(state, {
        account,
        theme: 'ramen',
        idea,
        budget: { on: idea % 2 === 0 ? 'campaign' : 'adsets', daily: 14 + idea * 4 },
        startDaysAgo: 180 - idea * 40,
        adSets: 2,
        adsPerSet: 2,
      })
    }
  })
}
