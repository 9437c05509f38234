// The dashboard and the alert rules as they are shipped, taken apart for tests.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export function readText(path: string): string {
  return readFileSync(resolvePath(path), 'utf8')
}

export function resolvePath(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** What the dashboard asks Prometheus, with the values that Grafana would put in. */
export function dashboardQueries(): { readonly title: string; readonly query: string }[] {
  // A file of ours; what is missing in it shows up as a query that fails.
  const { panels } = JSON.parse(readText('deploy/grafana/adrail.json')) as { panels: readonly Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      query: expr.replaceAll('$__rate_interval', '30s').replaceAll('$platform', '.*'),
    })),
  )
}

export interface AlertRule {
  readonly name: string
  readonly query: string
  readonly runbook: string
}

/** Prometheus itself reads the file for real; here its own form is enough. */
export function alertRules(): AlertRule[] {
  const [, ...rules] = readText('deploy/prometheus/alerts.yml').split('- alert: ')
  return rules.map((text) => {
    const [, block, line] = /expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/.exec(text) ?? []
    const [, runbook = ''] = /runbook: (.*)/.exec(text) ?? []
    return {
      name: /^\w+/.exec(text)?.[0] ?? '',
      query: (block ?? line ?? '').replace(/\s+/g, ' ').trim(),
      runbook,
    }
  })
}
