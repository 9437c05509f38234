// Posts of organizations: those on their pages, and those that exist for an ad alone.
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

import type { Call } from '../../core/exchange.ts'
import { nextNumber } from '../../core/state.ts'
import { restCall } from '../call.ts'
import { refusal, schemaRefusal } from '../errors.ts'
import { type Members, recordOf, requireMembers } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { libraryOf, type Post } from '../state.ts'

const source = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api'

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema */
const memberNames = [
  'author',
  'adContext',
  'commentary',
  'content',
  'contentLandingPage',
  'contentCallToActionLabel',
  'distribution',
  'lifecycleState',
  'visibility',
  'isReshareDisabledByAuthor',
]
/** What the button of any ad can say. */
export const buttonLabels = [
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'LEARN_MORE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'JOIN',
  'ATTEND',
  'REQUEST_DEMO',
]
const labels = [...buttonLabels, 'SEE_MORE', 'BUY_NOW', 'SHOP_NOW']

/** Whether the member may speak for the organization: an administrator of its page. */
export function speaksFor(request: RestRequest, author: string): boolean {
  const id = author.replace('urn:li:organization:', '')
  const organization = request.exchange.state.pro.organizations[id]
  return organization?.administrators.includes(request.member.ids.pro) ?? false
}

export const postWire = ({ urn, created, members }: Post) => ({
  id: urn,
  ...members,
  createdAt: created,
  publishedAt: created,
  lastModifiedAt: created,
  lifecycleStateInfo: { isEditedByAuthor: false },
})

/** A post for an ad alone, from what came inside the ad. */
export function makePost(request: RestRequest, given: Members, account: number): Post {
  const strange = Object.keys(given).filter((name) => !memberNames.includes(name))
  if (strange.length > 0)
    throw schemaRefusal(strange.map((name) => `/${name} :: unrecognized field found but not allowed`))
  requireMembers(given, ['author', 'commentary', 'lifecycleState', 'visibility'])
  const author = String(given['author'])
  if (!request.caller.scopes.includes('w_organization_social') || !speaksFor(request, author))
    throw refusal('ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE')
  const { dscAdAccount, ...context } = recordOf(given['adContext']) ?? {}
  if (dscAdAccount !== `urn:li:sponsoredAccount:${account}`)
    throw schemaRefusal(['/adContext/dscAdAccount :: must be the ad account'])
  // Read-only, although answers have them.
  for (const name of ['isDsc', 'dscAdType'])
    if (name in context)
      throw schemaRefusal([`/adContext/${name} :: ReadOnly field present in a create request`])
  const label = given['contentCallToActionLabel']
  if (label !== undefined && !labels.includes(String(label)))
    throw schemaRefusal([`/contentCallToActionLabel :: "${label}" is not an enum symbol`])
  if (label !== undefined && given['contentLandingPage'] === undefined)
    throw schemaRefusal(['/contentLandingPage :: is required with contentCallToActionLabel'])
  const { exchange, now } = request
  const urn = `urn:li:share:${7_190_000_000 + nextNumber(exchange.state, 'pro.post')}`
  return {
    urn,
    author,
    created: now,
    members: { ...given, adContext: { ...context, dscAdAccount, isDsc: true } },
  }
}

export const postCalls: readonly Call[] = [
  restCall({
    name: 'posts.author',
    path: '/posts',
    method: 'FINDER',
    finder: 'author',
    methodHeader: 'required',
    resource: 'posts',
    scopes: ['r_organization_social'],
    params: ['author', 'isDsc', 'sortBy', ...offsetParams],
    source: `${source}#find-posts-by-authors`,
    answer(request) {
      const author = request.required('author')
      if (!speaksFor(request, author))
        throw refusal('ACCESS_DENIED', 'Not enough permissions to access: posts.FINDER-author')
      const isDsc = request.choice('isDsc', ['true', 'false'], 'false')
      request.choice('sortBy', ['LAST_MODIFIED', 'CREATED'], 'LAST_MODIFIED')
      const rows = Object.values(libraryOf(request.exchange.state.pro).posts)
        .filter((post) => post.author === author)
        .filter(({ members }) => String(recordOf(members['adContext'])?.['isDsc'] === true) === isDsc)
        .toSorted((a, b) => b.created - a.created || (a.urn < b.urn ? 1 : -1))
      return { body: offsetPage(request, rows, postWire) }
    },
  }),
  restCall({
    name: 'posts.get',
    path: '/posts/{post}',
    method: 'GET',
    resource: 'posts',
    scopes: ['r_organization_social'],
    params: ['viewContext'],
    source: `${source}#get-posts-by-urn`,
    answer(request) {
      const post = libraryOf(request.exchange.state.pro).posts[String(request.keys['post'])]
      if (post === undefined) throw refusal('NOT_FOUND')
      if (!speaksFor(request, post.author))
        throw refusal('ACCESS_DENIED', 'Not enough permissions to access: posts.GET')
      return { body: request.projected(postWire(post)) }
    },
  }),
]
