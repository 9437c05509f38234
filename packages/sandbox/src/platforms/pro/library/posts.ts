// Posts of organizations: posts on their pages, and posts that only an ad shows.
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api

import type { Call } from '../../../core/exchange.ts'
import { nextNumber } from '../../../core/state.ts'
import { batchGet } from '../batch.ts'
import { restCall } from '../call.ts'
import { proError, schemaError } from '../errors.ts'
import { asRecord, type JsonRecord, requireFields } from '../fields.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { getContentLibrary, type ProPost } from '../state.ts'

const source = 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api'

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema */
const postFieldNames = [
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
/** The button labels that every ad can use. */
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
const allLabels = [...buttonLabels, 'SEE_MORE', 'BUY_NOW', 'SHOP_NOW']

/** Whether the member is an administrator of the organization's page. */
export function canActFor(request: RestRequest, author: string): boolean {
  const id = author.replace('urn:li:organization:', '')
  const organization = request.exchange.state.pro.organizations[id]
  return organization?.administrators.includes(request.member.ids.pro) ?? false
}

export const serializePost = ({ urn, created, members }: ProPost) => ({
  id: urn,
  ...members,
  createdAt: created,
  publishedAt: created,
  lastModifiedAt: created,
  lifecycleStateInfo: { isEditedByAuthor: false },
})

/** Builds a post that only an ad shows, from the inline content of the ad. */
export function createAdPost(request: RestRequest, fields: JsonRecord, account: number): ProPost {
  const unknownFields = Object.keys(fields).filter((name) => !postFieldNames.includes(name))
  if (unknownFields.length > 0)
    throw schemaError(unknownFields.map((name) => `/${name} :: unrecognized field found but not allowed`))
  requireFields(fields, ['author', 'commentary', 'lifecycleState', 'visibility'])
  const author = String(fields['author'])
  if (!request.caller.scopes.includes('w_organization_social') || !canActFor(request, author))
    throw proError('ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE')
  const { dscAdAccount, ...adContext } = asRecord(fields['adContext']) ?? {}
  if (dscAdAccount !== `urn:li:sponsoredAccount:${account}`)
    throw schemaError(['/adContext/dscAdAccount :: must be the ad account'])
  // These fields are read-only, although responses contain them.
  for (const name of ['isDsc', 'dscAdType'])
    if (name in adContext)
      throw schemaError([`/adContext/${name} :: ReadOnly field present in a create request`])
  const label = fields['contentCallToActionLabel']
  if (label !== undefined && !allLabels.includes(String(label)))
    throw schemaError([`/contentCallToActionLabel :: "${label}" is not an enum symbol`])
  if (label !== undefined && fields['contentLandingPage'] === undefined)
    throw schemaError(['/contentLandingPage :: is required with contentCallToActionLabel'])
  const { exchange, now } = request
  const urn = `urn:li:share:${7_190_000_000 + nextNumber(exchange.state, 'pro.post')}`
  return {
    urn,
    author,
    created: now,
    members: { ...fields, adContext: { ...adContext, dscAdAccount, isDsc: true } },
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
    respond(request) {
      const author = request.requiredText('author')
      if (!canActFor(request, author))
        throw proError('ACCESS_DENIED', 'Not enough permissions to access: posts.FINDER-author')
      const isDsc = request.oneOf('isDsc', ['true', 'false'], 'false')
      request.oneOf('sortBy', ['LAST_MODIFIED', 'CREATED'], 'LAST_MODIFIED')
      const rows = Object.values(getContentLibrary(request.exchange.state.pro).posts)
        .filter((post) => post.author === author)
        .filter(({ members }) => String(asRecord(members['adContext'])?.['isDsc'] === true) === isDsc)
        .toSorted((a, b) => b.created - a.created || (a.urn < b.urn ? 1 : -1))
      return { body: offsetPage(request, rows, serializePost) }
    },
  }),
  // https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#batch-get-posts-by-urn
  restCall({
    name: 'posts.batchGet',
    path: '/posts',
    method: 'BATCH_GET',
    methodHeader: 'required',
    resource: 'posts',
    scopes: ['r_organization_social'],
    params: ['viewContext'],
    source: `${source}#batch-get-posts-by-urn`,
    respond(request) {
      const { posts } = getContentLibrary(request.exchange.state.pro)
      // A post of an organization that the caller does not manage counts as missing.
      return {
        body: batchGet(request, (urn) => {
          const post = posts[urn]
          return post && canActFor(request, post.author) ? serializePost(post) : undefined
        }),
      }
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
    respond(request) {
      const post = getContentLibrary(request.exchange.state.pro).posts[String(request.keys['post'])]
      if (post === undefined) throw proError('NOT_FOUND')
      if (!canActFor(request, post.author))
        throw proError('ACCESS_DENIED', 'Not enough permissions to access: posts.GET')
      return { body: request.applyProjection(serializePost(post)) }
    },
  }),
]
