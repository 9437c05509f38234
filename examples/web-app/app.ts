// A web application that sells advertising to its customers. A customer links an ad account, fills in a
// campaign, sees the plan and its cost, and confirms it. It uses Node's own server without a framework, and
// the API key never leaves the server.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AdrailError, type Body, type Client } from '@adrail/client'
import { campaignForm, createdPage, homePage, planPage, problemPage } from './pages.ts'

type Fields = Readonly<Record<string, string>>
type Campaign = Omit<Body<'search/create_search_campaign'>, 'userId' | 'dryRun'>

/** Serves the customer who is signed in. A real application has many customers, each with an adrail user. */
export function createApp(adrail: Client<'userId'>): Server {
  /** The `state` values of pending links, to recognize customers who come back. */
  const pendingStates = new Set<string>()

  const routes: Readonly<Record<string, (fields: Fields, origin: string) => Promise<Page>>> = {
    'GET /': async () => {
      const { connectedAccounts } = await adrail.auth.get_connected_accounts_data()
      const account = connectedAccounts.searchAds
      if (account === undefined) return html(homePage(undefined, []))
      const { campaigns } = await adrail.search.get_campaigns()
      return html(homePage(account, campaigns))
    },
    'POST /link': async (_fields, origin) => {
      const state = randomUUID()
      pendingStates.add(state)
      const { link } = await adrail.auth.create_link({
        platform: 'SEARCH',
        redirectUri: `${origin}/linked`,
        state,
      })
      return { status: 303, location: link }
    },
    'GET /linked': async ({ state = '', status = '', error = '' }) => {
      if (!pendingStates.delete(state)) return html(problemPage('This link was not asked for here.'), 400)
      if (status !== 'success') return html(problemPage(`The account was not connected: ${error}`))
      return { status: 303, location: '/' }
    },
    'GET /campaigns/new': async () => html(campaignForm({})),
    'POST /campaigns/plan': async (fields) => {
      try {
        const plan = await adrail.search.create_search_campaign({ ...toCampaign(fields), dryRun: true })
        // The key belongs to the plan, so pressing the button twice creates one campaign.
        return html(planPage(fields, plan, randomUUID()))
      } catch (error) {
        return html(campaignForm(fields, toProblem(error)), 422)
      }
    },
    'POST /campaigns': async ({ planHash = '', idempotencyKey = '', ...fields }) => {
      try {
        const created = await adrail.search.create_search_campaign(
          { ...toCampaign(fields), planHash },
          { idempotencyKey },
        )
        return html(createdPage(created.campaignResourceName))
      } catch (error) {
        return html(campaignForm(fields, toProblem(error)), 422)
      }
    },
  }

  return createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app')
    const route = routes[`${request.method} ${pathname}`]
    try {
      if (route === undefined) return send(response, html(problemPage('There is no such page.'), 404))
      if (request.method === 'POST' && isCrossSite(request))
        return send(response, html(problemPage('This form was sent from another site.'), 403))
      const fields = request.method === 'POST' ? await readForm(request) : Object.fromEntries(searchParams)
      send(response, await route(fields, `http://${request.headers.host}`))
    } catch (error) {
      send(response, html(problemPage(toProblem(error).message), 502))
    }
  })
}

interface Page {
  readonly status: number
  readonly location?: string
  readonly body?: string
}

function html(body: string, status = 200): Page {
  return { status, body }
}

function send(response: ServerResponse, { status, location, body = '' }: Page): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(status, location === undefined ? headers : { ...headers, location }).end(body)
}

/** Browsers report the site that sent a form. */
function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

async function readForm(request: IncomingMessage): Promise<Fields> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 100_000) throw new Error('The form is too large.')
  }
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * Converts the form to a body. The code validates nothing, because the dry run reports every invalid field.
 */
function toCampaign(fields: Fields): Campaign {
  const lines = (name: string) =>
    (fields[name] ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  return {
    objective: 'TRAFFIC',
    campaignName: fields['campaignName'] ?? '',
    dailyBudget: fields['dailyBudget'] ?? '',
    startDate: fields['startDate'] ?? '',
    locations: ['2840'],
    keywords: lines('keywords').map((text) => ({ text, match_type: 'PHRASE' })),
    ads: [{ url: fields['url'] ?? '', headlines: lines('headlines'), descriptions: lines('descriptions') }],
    callouts: lines('callouts'),
  }
}

/** Returns the error message and its field. */
function toProblem(error: unknown): { message: string; field: string } {
  if (!(error instanceof AdrailError)) throw error
  return { message: error.message, field: error.field ?? '' }
}
