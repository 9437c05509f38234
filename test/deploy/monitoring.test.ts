// Every metric that the dashboard and the alert rules query exists. prometheus.test.ts runs the queries.

import { useService } from '@adrail/server/testing'
import { describe, expect, test } from 'vitest'
import { parseAlertRules, parseDashboardQueries, readText } from './monitoring.ts'

const service = useService()

describe('the dashboard and the alert rules', () => {
  test('query only metrics that the service exports', async () => {
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    const kinds = new Map(
      Array.from(exposition.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', kind = '']) => [name, kind]),
    )
    const queriedMetrics = [...parseDashboardQueries(), ...parseAlertRules()].flatMap(({ query }) =>
      Array.from(query.matchAll(/\b(?:adrail|nodejs|process)_\w+/g), ([name]) => name),
    )
    const isExported = (name: string) =>
      kinds.has(name) || kinds.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram'
    expect(queriedMetrics.filter((name) => !isExported(name))).toEqual([])
    expect(
      new Set(queriedMetrics.map((name) => name.replace(/_(bucket|count|sum)$/, ''))).size,
    ).toBeGreaterThan(15)
  })

  test('query every adrail metric that docs/metrics.md lists', () => {
    const queries = [...parseDashboardQueries(), ...parseAlertRules()].map(({ query }) => query).join('\n')
    const ownMetrics = readText('docs/metrics.md').match(/adrail_\w+(?=` \|)/g) ?? []
    expect(ownMetrics.filter((name) => !queries.includes(name))).toEqual([])
  })
})

test('every alert links to its section of docs/alerts.md, and every section belongs to an alert', () => {
  const sections = Array.from(readText('docs/alerts.md').matchAll(/^## (\w+)$/gm), ([, name = '']) => name)
  const rules = parseAlertRules()
  expect(rules.map(({ name }) => name)).toEqual(sections)
  expect(rules.map(({ runbook }) => runbook)).toEqual(
    sections.map((name) => `docs/alerts.md#${name.toLowerCase()}`),
  )
})
