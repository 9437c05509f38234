// Checks final URLs, final URL suffixes and tracking templates.

import type { PathElement } from '../../errors.ts'
import { asString, type WireObject } from '../../wire.ts'
import type { RuleContext } from '../rule.ts'

const maxUrlBytes = 2_084

export function checkFinalUrl(context: RuleContext, url: string, path: readonly PathElement[]): void {
  const code = finalUrlProblem(url)
  if (code !== undefined) context.report(code, path, { trigger: url })
}

function finalUrlProblem(url: string): string | undefined {
  if (Buffer.byteLength(url) > maxUrlBytes) return 'stringLengthError.TOO_LONG'
  const [, protocol] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url) ?? []
  if (protocol === undefined) return 'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL'
  if (!/^https?$/i.test(protocol)) return 'urlFieldError.INVALID_PROTOCOL_IN_FINAL_URL'
  if (/\s/.test(url) || !URL.canParse(url)) return 'urlFieldError.MALFORMED_FINAL_URL'
  const { hostname } = new URL(url)
  if (hostname === '') return 'urlFieldError.MISSING_HOST_IN_FINAL_URL'
  return hostname.includes('.') || hostname === 'localhost'
    ? undefined
    : 'urlFieldError.INVALID_TLD_IN_FINAL_URL'
}

/** Whether the text is an absolute http or https URL, as a privacy policy needs. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url)
}

export function checkFinalUrlSuffix(context: RuleContext, resource: WireObject): void {
  const suffix = asString(resource['finalUrlSuffix'])
  if (suffix === '') return
  const pairs = suffix.split('&')
  const isWellFormed = pairs.every((pair) => /^[^=&\s#?]+=[^&\s#]*$/.test(pair))
  if (!isWellFormed) {
    context.report('urlFieldError.FINAL_URL_SUFFIX_MALFORMED', ['final_url_suffix'], { trigger: suffix })
  } else if (/\{[^}]*$|\{\}|\{[^}]*[^\w:}][^}]*\}/.test(suffix)) {
    context.report('urlFieldError.INVALID_TAG_IN_FINAL_URL_SUFFIX', ['final_url_suffix'], { trigger: suffix })
  }
}

export function checkTrackingTemplate(context: RuleContext, resource: WireObject): void {
  const template = asString(resource['trackingUrlTemplate'])
  if (template === '') return
  if (!/\{(lpurl|unescapedlpurl|escapedlpurl)[^{}]*\}/.test(template)) {
    context.report('urlFieldError.MISSING_TRACKING_URL_TEMPLATE_TAG', ['tracking_url_template'], {
      trigger: template,
    })
  }
}
