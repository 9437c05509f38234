import type { OperationName } from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { address, toHref } from './address/address.ts'
import mark from './mark.svg'
import { canCall, type SignedIn, signOut } from './session/session.ts'

/** The entries of the navigation. Entries that the key cannot read are hidden. */
const navigationEntries: readonly { path: string; name: string; needs: OperationName }[] = [
  { path: '', name: 'Start', needs: 'user/list_users' },
  { path: 'users', name: 'Users', needs: 'user/list_users' },
  { path: 'campaigns', name: 'Campaigns', needs: 'campaign/list_campaigns' },
  { path: 'leads', name: 'Leads', needs: 'lead/list_leads' },
  { path: 'reports', name: 'Reports', needs: 'report/get_report' },
  { path: 'operations', name: 'Operations', needs: 'operation/list_operations' },
  { path: 'approvals', name: 'Approvals', needs: 'approval/list_approvals' },
  { path: 'events', name: 'Events', needs: 'event/list_events' },
  { path: 'webhooks', name: 'Webhooks', needs: 'webhook/list_endpoints' },
  { path: 'settings', name: 'Settings', needs: 'workspace/get_settings' },
  { path: 'keys', name: 'Keys', needs: 'workspace/list_keys' },
  { path: 'sessions', name: 'Sessions', needs: 'workspace/list_sessions' },
  { path: 'audit', name: 'Audit', needs: 'workspace/list_audit' },
]

export function Frame({
  signedIn,
  children,
}: {
  readonly signedIn: SignedIn
  readonly children: ComponentChildren
}) {
  const [currentSection = ''] = address.value.path.split('/')
  const { workspace, key, sandboxed, sandboxUrl } = signedIn
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
            .filter(({ needs }) => canCall(needs))
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
