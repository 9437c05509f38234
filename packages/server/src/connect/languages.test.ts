// Every link page is available in every language, and no translated page contains English text.

import { beforeAll, expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import {
  decideConsent,
  followCallback,
  type LinkInput,
  type OAuthFlow,
  startOAuthFlow,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { linkLifetimeMs } from '../linking/createLink.ts'
import { sha256Hex } from '../linking/linkSecrets.ts'
import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'
import { changeBrand } from '../store/brands.ts'
import { addRedirectUri } from '../store/workspaces.ts'
import { languages, negotiateLanguage } from './languages.ts'

const service = useService()
const { texts: english } = negotiateLanguage('en')
const others = languages.filter(({ tag }) => tag !== 'en')

/** Returns all texts of a table by their paths. */
function sentencesIn(table: object, path = ''): Map<string, string> {
  const entries = Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as const]
      : [...sentencesIn(Object(value), `${path}${key}.`)],
  )
  return new Map(entries)
}
const placesIn = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort()

/** Texts that a translation leaves unchanged: names, and words that two languages share. */
const shared = ['Google Ads', 'LinkedIn', '{name} (sandbox)', 'Error: {title}']

test.each(others)(
  'the texts in $tag have the placeholders of the English texts, and are translated',
  ({ texts }) => {
    const translated = sentencesIn(texts)
    const wrong = [...sentencesIn(english)].filter(([path, sentence]) => {
      const own = translated.get(path) ?? ''
      const hasPlaces = JSON.stringify(placesIn(own)) === JSON.stringify(placesIn(sentence))
      return !hasPlaces || own.trim() === '' || (own === sentence && !shared.includes(own))
    })
    expect(wrong).toEqual([])
  },
)

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-BR', 'pt'],
  ['PT-br', 'pt'],
  ['ja, it;q=0.3, fr;q=0.7', 'fr'],
  ['en;q=0.2,es-419;q=0.5', 'es'],
  ['it;q=0, fr;q=0.1', 'fr'],
  ['fr;q=0', 'en'],
  ['ja', 'en'],
  ['*', 'en'],
  ['en;q=0, *;q=0.5', 'de'],
  ['de;q=much, it', 'it'],
  ['', 'en'],
  [`${'x,'.repeat(60)}de`, 'en'],
])('a browser that sends accept-language "%s" receives a page in %s', async (header, tag) => {
  const response = await service.send('/connect/x', { headers: { 'accept-language': header } })
  expect(response.headers.get('vary')).toBe('accept-language')
  expect(await response.text()).toContain(`<html lang="${tag}">`)
})

/** A link page in one state, which can be loaded repeatedly in different languages. */
interface State {
  readonly name: string
  load(headers: Record<string, string>): Promise<Response>
}
const states: State[] = []
const browser = { accept: 'text/html,*/*;q=0.8' }

const at = (name: string, url: string, cookie = '') =>
  states.push({
    name,
    load: (headers) => fetch(url, { headers: { ...headers, cookie }, redirect: 'manual' }),
  })
const posted = (name: string, url: string, cookie: string, form: Record<string, string>) =>
  states.push({
    name,
    async load(headers) {
      const [, token] = /connect\/([^/]+)/.exec(url) ?? []
      const csrf = sha256Hex(`csrf ${token}`)
      const body = new URLSearchParams({ csrf, ...form })
      return await fetch(url, { method: 'POST', body, headers: { ...headers, cookie }, redirect: 'manual' })
    },
  })

const startFlow = async (platform: LinkInput['platform'], userId?: string): Promise<OAuthFlow> =>
  await startOAuthFlow(service, { userId: userId ?? (await newUser(service)), platform })

/** Completes the consent at the platform, and adds the page that the link shows from then on. */
async function arrived(
  name: string,
  { platform, person, userId }: { platform: LinkInput['platform']; person: string; userId?: string },
  granted?: readonly string[],
): Promise<OAuthFlow> {
  const begun = await startFlow(platform, userId)
  await followCallback(
    await decideConsent(begun, person, granted ? 'partial' : 'allow', granted),
    begun.cookie,
  )
  const shown = await followCallback(begun.link, begun.cookie)
  at(name, shown.status === 303 ? `${begun.link}/select` : begun.link, begun.cookie)
  return begun
}

const set = async ({ linkId }: OAuthFlow, status: string, problem: LinkFailureReason) =>
  await service.app.store.db
    .updateTable('links')
    .set({ status, error_code: problem })
    .where('id', '=', linkId)
    .execute()

beforeAll(async () => {
  await changeBrand(service.app.store.db, service.workspaceId, { name: 'Ümläut' })
  // The expired link comes first, because the clock never runs backwards.
  const late = await startFlow('SEARCH')
  service.clock.advance(linkLifetimeMs)
  at('expired', late.link)

  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const) {
    const { link } = await startFlow(platform)
    // Without the cookie, the page loads as in another browser than the one that started the link.
    at(`start ${platform}`, link)
    for (const problem of Object.keys(english.problems) as LinkFailureReason[]) {
      const [again, failed] = [await startFlow(platform), await startFlow(platform)]
      await set(again, 'opened', problem)
      at(`again ${platform} ${problem}`, again.link, again.cookie)
      await set(failed, 'failed', problem)
      at(`failed ${platform} ${problem}`, failed.link)
    }
  }
  const going = await startFlow('SEARCH')
  posted('on to the platform', `${going.link}/start`, going.cookie, {})

  const redirectUri = 'https://app.example.com/back'
  await addRedirectUri(service.app.store.db, service.workspaceId, redirectUri, service.clock.now())
  const wish: LinkInput = { userId: await newUser(service), platform: 'SEARCH', redirectUri }
  const cancelled = await startOAuthFlow(service, wish)
  await set(cancelled, 'cancelled', 'access_denied')
  at('cancelled', cancelled.link)
  posted('cancelled again', `${cancelled.link}/cancel`, '', {})

  await arrived('connected', { platform: 'SEARCH', person: 'ben' })
  const needed = ['ads_read', 'ads_management', 'business_management', 'pages_show_list']
  const partialScopes = [...needed, 'pages_read_engagement']
  await arrived('connected without all', { platform: 'SOCIAL_A', person: 'ben' }, partialScopes)

  const agnes = await arrived('managers', { platform: 'SEARCH', person: 'agnes' })
  at('nothing found', `${agnes.link}/select?q=zzz`, agnes.cookie)
  posted('nothing chosen', `${agnes.link}/select`, agnes.cookie, { step: 'account' })
  const otto = await arrived('out of order', { platform: 'SEARCH', person: 'otto' })
  at('out of order, found', `${otto.link}/select?q=660-000-000`, otto.cookie)
  at('chosen elsewhere', `${otto.link}/select?account=6600000002&part=1`, otto.cookie)
  await createSandboxAdmin(service).setSwitches({ pro: { refreshTokens: false } })
  await arrived('roles', { platform: 'PROFESSIONAL', person: 'agnes' })
  await createSandboxAdmin(service).setSwitches({ pro: { refreshTokens: true } })
  const ada = await arrived('accounts of pages', { platform: 'SOCIAL_A', person: 'ada' }, partialScopes)
  at('pages', `${ada.link}/select?step=page&account=1001200300400`, ada.cookie)
  posted('no page chosen', `${ada.link}/select`, ada.cookie, { step: 'page', account: '1001200300400' })
  await arrived('one page', { platform: 'SOCIAL_A', person: 'yuki' })

  const linked = { platform: 'SEARCH', person: 'ada', accountId: '4823109756' } as const
  const userId = await newLinkedUser(service, linked)
  const ben = await arrived('another person', { platform: 'SEARCH', person: 'ben', userId })
  const picker = await (await followCallback(`${ben.link}/select`, ben.cookie)).text()
  const account = /name="account" value="(\d+)" required/.exec(picker)?.[1] ?? ''
  posted('not confirmed', `${ben.link}/select`, ben.cookie, { step: 'account', account })

  at('unknown', `${service.url}/connect/x`)
  at('nowhere', `${service.url}/connect/a/b/c/d`)
  at('foreign callback', `${service.url}/connect/callback/search?state=x&code=y`, ben.cookie)
  at('no request to delete', `${service.url}/connect/data-deletion/x`)
  const unreadable = `${agnes.link}/select`
  const body = '{}'
  states.push({ name: 'unreadable', load: (headers) => fetch(unreadable, { method: 'POST', body, headers }) })
  const simulated = (await createSandboxAdmin(service).simulate('dataDeletion', {
    person: 'greta',
    url: `${service.url}/connect/data-deletion/social`,
  })) as { body: string }
  at('deleted', JSON.parse(simulated.body).url)
})

/** Returns the texts between the tags of a page, and those of attributes that screen readers announce. */
function textsOf(page: string): string[] {
  const read = [...page.matchAll(/ (?:placeholder|aria-label)="([^"]*)"/g)].map(([, text = '']) => text)
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return [...page.replace(/<head>.*<title>/s, '').split(/<[^>]*>/), ...read]
    .map((text) => text.replace(/&(\w+|#39);/g, (whole, sign: string) => signs[sign] ?? whole).trim())
    .filter(Boolean)
}

/** Returns the parts of a text between its placeholders that contain words. */
const partsOf = (sentence: string) =>
  sentence
    .split(/\{\w+\}/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{3}/u.test(part))

test.each(others)('no link page in $tag contains English text', async ({ tag, texts }) => {
  const own = new Set([...sentencesIn(texts).values()].flatMap(partsOf))
  const foreign = [...sentencesIn(english).values()].flatMap(partsOf).filter((part) => !own.has(part))
  for (const { name, load } of states) {
    const response = await load({ ...browser, 'accept-language': tag })
    expect(response.headers.get('content-type'), name).toBe('text/html; charset=utf-8')
    const page = await response.text()
    expect(page, name).toContain(`<html lang="${tag}">`)
    const read = textsOf(page)
    // A long part counts anywhere in a text. A short part, such as "Back", counts only as a whole text.
    const untranslated = foreign.filter((part) =>
      read.some((text) => text === part || (part.includes(' ') && part.length > 8 && text.includes(part))),
    )
    expect(untranslated, name).toEqual([])
  }
})

/** Texts that appear only when a platform or adrail fails, at a limit, or while leads are read. */
const rare = [
  'failures.busy',
  'failures.serverError',
  'deletion.underWay',
  'deletion.underWayText',
  'picker.yourself',
  'picker.replaceUnknownPerson',
  'picker.notes.earlierUnknownPerson',
  'picker.notes.unlistedPages',
  'picker.notes.unlistedAccounts',
  'permissions.leads_retrieval',
  'permissions.pages_manage_metadata',
  'permissions.pages_read_user_content',
  'permissions.r_marketing_leadgen_automation',
  'footer.label',
  'footer.privacy',
  'footer.support',
]

test('every English text appears on some link page, except the texts of rare states', async () => {
  const read: string[] = []
  for (const { load } of states) read.push(textsOf(await (await load(browser)).text()).join(' '))
  const pages = read.join('\n').replace(/\s+/g, ' ')
  const unread = [...sentencesIn(english)].flatMap(([path, sentence]) =>
    partsOf(sentence).every((part) => pages.includes(part)) ? [] : [path],
  )
  const aboutAccounts = /^(accountNotes|obstacles)\./
  expect(unread.filter((path) => !aboutAccounts.test(path)).sort()).toEqual(rare.toSorted())
})
