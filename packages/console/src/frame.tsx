import type { OperationName } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { address, toHref } from './address/address.ts'
import mark from './mark.svg'
import { canCall, type SignedInSession, signOut } from './session/session.ts'

/** The entries of the navigation. Entries that the key cannot read are hidden. */
const navigationEntries: readonly { path: string; name: string; requiredOperation: OperationName }[] = [
  { path: '', name: 'Start', requiredOperation: 'user/list_users' },
  { path: 'users', name: 'Users', requiredOperation: 'user/list_users' },
  { path: 'campaigns', name: 'Campaigns', requiredOperation: 'campaign/list_campaigns' },
  { path: 'leads', name: 'Leads', requiredOperation: 'lead/list_leads' },
  { path: 'reports', name: 'Reports', requiredOperation: 'report/get_report' },
  { path: 'operations', name: 'Operations', requiredOperation: 'operation/list_operations' },
  { path: 'approvals', name: 'Approvals', requiredOperation: 'approval/list_approvals' },
  { path: 'events', name: 'Events', requiredOperation: 'event/list_events' },
  { path: 'webhooks', name: 'Webhooks', requiredOperation: 'webhook/list_endpoints' },
  { path: 'settings', name: 'Settings', requiredOperation: 'workspace/get_settings' },
  { path: 'keys', name: 'Keys', requiredOperation: 'workspace/list_keys' },
  { path: 'sessions', name: 'Sessions', requiredOperation: 'workspace/list_sessions' },
  { path: 'audit', name: 'Audit', requiredOperation: 'workspace/list_audit' },
]

export function Frame({
  session,
  children,
}: {
  readonly session: SignedInSession
  readonly children: ComponentChildren
}) {
  const [currentSection = ''] = address.value.path.split('/')
  const { workspace, key, sandboxed, sandboxUrl } = session
  const navigationList = useRef<HTMLUListElement>(null)
  // On a small screen not all entries fit. The current entry stays visible, also after the screen is rotated.
  useEffect(() => {
    const scrollToCurrent = () =>
      navigationList.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' })
    scrollToCurrent()
    addEventListener('resize', scrollToCurrent)
    return () => removeEventListener('resize', scrollToCurrent)
  }, [currentSection])
  return (
    <div class="frame">
      <a class="skip" href="#main">
        To the content
      </a>
      <nav class="nav" aria-label="Console">
        <a class="brand" href={toHref('')}>
          <img src={mark} alt="" width="22" height="22" />
          adrail
        </a>
        <ul ref={navigationList}>
          {navigationEntries
            .filter(({ requiredOperation }) => canCall(requiredOperation))
            .map(({ path, name }) => (
              <li key={path}>
                <a href={toHref(path)} aria-current={currentSection === path ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          {sandboxUrl !== '' && (
            <li>
              <a href={sandboxUrl} target="_blank" rel="noopener noreferrer">
                Sandbox ↗
              </a>
            </li>
          )}
        </ul>
      </nav>
      <header class="top">
        <strong>{workspace.name}</strong>
        {sandboxed.length > 0 && (
          <span class="badge warn">
            {sandboxed.length === 3 ? 'sandbox' : `sandbox: ${sandboxed.join(', ')}`}
          </span>
        )}
        <span class="who">Key {key.name}</span>
        <button type="button" class="plain small" onClick={() => void signOut()}>
          Sign out
        </button>
      </header>
      <main class="main" id="main" tabindex={-1}>
        {children}
      </main>
    </div>
  )
}
