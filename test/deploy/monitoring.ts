// Parses the shipped dashboard and alert rules for tests.

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

/** Returns the Prometheus queries of the dashboard, with the values that Grafana would insert. */
export function parseDashboardQueries(): { readonly title: string; readonly query: string }[] {
  // The repository ships this file. A missing field shows up as a failing query.
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

/** Parses only the layout of the shipped file. Another test lets Prometheus itself load the file. */
export function parseAlertRules(): AlertRule[] {
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
