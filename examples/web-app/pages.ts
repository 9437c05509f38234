// The pages of the application. All text from outside is escaped.

import type { Plan } from '@adrail/client'

type Fields = Readonly<Record<string, string>>

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 36rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
label { display: block; margin: .75rem 0; }
input, textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem; }
button { font: inherit; padding: .5rem 1rem; }
.problem { border-left: 4px solid #c0392b; padding: .25rem .75rem; }
</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>`
}

export function homePage(
  account: { readonly accountName: string; readonly currencyCode: string } | undefined,
  campaigns: readonly { readonly name: string; readonly status: string; readonly dailyBudget: string }[],
): string {
  if (account === undefined)
    return renderPage(
      'Advertise with us',
      '<p>Connect your search advertising account to begin.</p><form method="post" action="/link"><button>Connect an account</button></form>',
    )
  const rows = campaigns.map(
    ({ name, status, dailyBudget }) =>
      `<li>${escapeHtml(name)}: ${escapeHtml(status.toLowerCase())}, ${escapeHtml(dailyBudget)} ${escapeHtml(account.currencyCode)} a day</li>`,
  )
  return renderPage(
    'Your campaigns',
    `<p>Connected: ${escapeHtml(account.accountName)}</p><ul>${rows.join('')}</ul><p><a href="/campaigns/new">New campaign</a></p>`,
  )
}

const inputs = [
  { name: 'campaignName', label: 'Name', isLong: false },
  { name: 'dailyBudget', label: 'Budget a day', isLong: false },
  { name: 'startDate', label: 'First day (YYYY-MM-DD)', isLong: false },
  { name: 'url', label: 'Address of your page', isLong: false },
  { name: 'keywords', label: 'Keywords, one a line', isLong: true },
  { name: 'headlines', label: 'Headlines, three to fifteen, one a line', isLong: true },
  { name: 'descriptions', label: 'Descriptions, two to four, one a line', isLong: true },
  { name: 'callouts', label: 'Callouts, one a line', isLong: true },
] as const

/** Renders the form with its previous values and with a problem next to its field. */
export function campaignForm(fields: Fields, problem?: { message: string; field: string }): string {
  const problemHtml = problem ? `<p class="problem" role="alert">${escapeHtml(problem.message)}</p>` : ''
  // A field such as ads[0].headlines[2] belongs to the input of its last name.
  const problemField = problem?.field.match(/[a-z]\w*(?!.*\.)/i)?.[0]
  const inputHtml = inputs.map(({ name, label, isLong }) => {
    const value = escapeHtml(fields[name] ?? '')
    const input = isLong
      ? `<textarea name="${name}" rows="4">${value}</textarea>`
      : `<input name="${name}" value="${value}">`
    return `<label>${label}${input}</label>${name === problemField ? problemHtml : ''}`
  })
  const formProblemHtml = inputs.some(({ name }) => name === problemField) ? '' : problemHtml
  return renderPage(
    'New campaign',
    `${formProblemHtml}<form method="post" action="/campaigns/plan">${inputHtml.join('')}<button>See the plan</button></form>`,
  )
}

export function planPage(fields: Fields, { plan, planHash, warnings = [] }: Plan, key: string): string {
  const hidden = { ...fields, planHash, idempotencyKey: key }
  const hiddenInputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const steps = plan.map(({ says }) => `<li>${escapeHtml(says)}</li>`)
  const warningHtml = warnings.map((warning) => `<p class="problem">${escapeHtml(warning)}</p>`)
  return renderPage(
    'This is what will happen',
    `<ol>${steps.join('')}</ol>${warningHtml.join('')}<form method="post" action="/campaigns">${hiddenInputs.join('')}<button>Create it</button></form>`,
  )
}

export function createdPage(resourceName: string): string {
  return renderPage(
    'Your campaign runs',
    `<p><code>${escapeHtml(resourceName)}</code></p><p><a href="/">Back</a></p>`,
  )
}

export function problemPage(message: string): string {
  return renderPage('That did not work', `<p>${escapeHtml(message)}</p><p><a href="/">Back</a></p>`)
}
