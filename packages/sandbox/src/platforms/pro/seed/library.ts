// Seeds posts, media, lead forms and conversions.

import { readJson } from '../../../core/dataFiles.ts'
import type { State } from '../../../core/state.ts'
import {
  getContentLibrary,
  type Medium,
  type ProLeadForm,
  type ProLeadQuestion,
  type ProPost,
} from '../state.ts'
import { daysAgo } from './times.ts'

interface LibrarySeeds {
  readonly posts: readonly {
    readonly text: string
    readonly ageDays: number
    readonly image?: string
    readonly video?: string
  }[]
  readonly videos: readonly { readonly id: string; readonly ageDays: number }[]
  readonly leadForms: readonly {
    readonly name: string
    readonly state: ProLeadForm['state']
    readonly ageDays: number
  }[]
  /** The questions of every form. */
  readonly questions: readonly ProLeadQuestion[]
  readonly conversions: readonly { readonly name: string; readonly type: string; readonly enabled: boolean }[]
}

const author = 'urn:li:organization:2414183'

/** Seeds the library of the demo account's organization, and a lead form for every other account. */
export function addDemoLibrary(state: State, account: number): void {
  const library = getContentLibrary(state.pro)
  const seeds = readJson<LibrarySeeds>('pro/world/library.json')
  const { questions } = seeds
  for (const [index, { text, ageDays, image, video }] of seeds.posts.entries()) {
    const id = video === undefined ? image && `urn:li:image:${image}` : `urn:li:video:${video}`
    const content = id === undefined ? {} : { content: { media: { id, title: text.slice(0, 40) } } }
    if (id?.startsWith('urn:li:image:')) addMedium(library.media, id, daysAgo(state, ageDays))
    addPost(library.posts, `urn:li:share:${7180100001 + index}`, text, daysAgo(state, ageDays), content)
  }
  for (const { id, ageDays } of seeds.videos)
    addMedium(library.media, `urn:li:video:${id}`, daysAgo(state, ageDays))
  for (const [index, { name, state: formState, ageDays }] of seeds.leadForms.entries()) {
    const id = 8100101 + index
    library.leadForms[id] = {
      id,
      account,
      name,
      state: formState,
      created: daysAgo(state, ageDays),
      questions,
    }
  }
  for (const { id: otherId } of Object.values(state.pro.accounts))
    if (otherId !== account)
      library.leadForms[9_000_000_000 + otherId] = {
        id: 9_000_000_000 + otherId,
        account: otherId,
        name: 'Ask for an offer',
        state: 'PUBLISHED',
        created: daysAgo(state, 300),
        questions,
      }
  for (const [index, conversion] of seeds.conversions.entries()) {
    const id = 70201 + index
    library.conversions[id] = { id, account, ...conversion, created: daysAgo(state, 200) }
  }
  addAdPosts(state)
}

/** Pictures of the demo organization that its ads show in turn. */
const adImages = ['C5622AQGardenBoxwood', 'C5622AQGardenWorkshop']

/** Creates the posts that the seeded ads show. */
function addAdPosts(state: State): void {
  const library = getContentLibrary(state.pro)
  for (const { id, content, name = '', created, account, leadgenCallToAction } of Object.values(
    state.pro.creatives,
  )) {
    const reference = content['reference']
    if (typeof reference !== 'string') continue
    const owner = state.pro.accounts[account]?.reference ?? author
    const members = { author: owner, commentary: name, visibility: 'PUBLIC', lifecycleState: 'PUBLISHED' }
    const adContext = { dscAdAccount: `urn:li:sponsoredAccount:${account}`, dscStatus: 'ACTIVE', isDsc: true }
    const medium = { title: name, id: `urn:li:image:${adImages[id % adImages.length]}` }
    const adContent = owner === author ? { content: { media: medium } } : {}
    const landingPage = {
      contentLandingPage: 'https://fox-garden.example/trade',
      ...(leadgenCallToAction === undefined ? { contentCallToActionLabel: 'LEARN_MORE' } : {}),
    }
    library.posts[reference] = {
      urn: reference,
      author: owner,
      created,
      members: { ...members, ...adContent, ...landingPage, adContext },
    }
  }
}

function addMedium(media: Record<string, Medium>, urn: string, created: number): void {
  media[urn] = {
    urn,
    owner: author,
    created,
    announced: 0,
    parts: { 0: 400_000 },
    availableAt: created + 60_000,
  }
}

function addPost(
  posts: Record<string, ProPost>,
  urn: string,
  commentary: string,
  created: number,
  content: object,
): void {
  const distribution = {
    feedDistribution: 'MAIN_FEED',
    targetEntities: [],
    thirdPartyDistributionChannels: [],
  }
  const members = {
    author,
    commentary,
    visibility: 'PUBLIC',
    lifecycleState: 'PUBLISHED',
    distribution,
    ...content,
  }
  posts[urn] = { urn, author, created, members: { ...members, isReshareDisabledByAuthor: false } }
}
