// The last line of defense for the log: free text may quote a secret.

const secretPatterns = [
  /adr_[\w-]{20,}/g,
  /EAA[A-Za-z0-9]{20,}/g,
  /ya29\.[\w.-]+/g,
  /1\/\/[\w-]{20,}/g,
  /\bAQ[A-Za-z0-9_-]{40,}/g,
  /whsec_[A-Za-z0-9+/=_-]+/g,
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<=Bearer )\S+/g,
  /(?<=\b(?:access_token|refresh_token|id_token|client_secret|appsecret_proof|code_verifier|code|state|password)=)[^&\s"']+/g,
]

/** Returns at most 2,000 characters of the text, with all recognized secrets redacted. */
export function redactSecrets(text: string): string {
  let redacted = text.length > 2000 ? `${text.slice(0, 2000)}…` : text
  for (const pattern of secretPatterns) redacted = redacted.replace(pattern, '[redacted]')
  return redacted.replace(/\S+/g, redactPassword)
}

/**
 * Removes the password from `postgres://adrail:secret@host`. A single expression would backtrack
 * quadratically.
 */
function redactPassword(word: string): string {
  const userMatch = /:\/\/[^:/@]*:/.exec(word)
  const end = word.lastIndexOf('@')
  const start = userMatch ? userMatch.index + userMatch[0].length : end
  return start < end ? `${word.slice(0, start)}[redacted]${word.slice(end)}` : word
}
