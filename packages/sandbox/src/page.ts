// The page for people who open the sandbox in a browser.

import type { SandboxParts } from './admin.ts'
import type { Answer, Exchange } from './exchange.ts'

export function sandboxPage(_exchange: Exchange, _parts: SandboxParts): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html lang="en"><title>adrail sandbox</title><h1>adrail sandbox</h1>\n',
  }
}
