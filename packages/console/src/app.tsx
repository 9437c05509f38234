// The frame around every page, and the page that the address selects.

import { useEffect } from 'preact/hooks'
import { address } from './address/address.ts'
import { clearResultCache } from './calls/read.ts'
import { Frame } from './frame.tsx'
import { Failure, Loading } from './parts/states.tsx'
import { renderPage } from './screens/pages.tsx'
import { ReauthenticationDialog } from './session/reauthenticationDialog.tsx'
import { loadSession, session, sessionProblem } from './session/session.ts'
import { SignIn } from './session/signIn.tsx'

export function App() {
  const currentSession = session.value
  const keyId = currentSession?.signedIn ? currentSession.key.keyId : ''
  useEffect(clearResultCache, [keyId])
  if (sessionProblem.value !== '')
    return (
      <main class="signin">
        <Failure error={sessionProblem.value} retry={() => void loadSession()} />
      </main>
    )
  if (currentSession === undefined) return <Loading />
  if (!currentSession.signedIn) return <SignIn hasDemoAccess={currentSession.demo} />
  return (
    <>
      <Frame session={currentSession}>{renderPage(address.value.path)}</Frame>
      <ReauthenticationDialog hasDemoAccess={currentSession.demo} />
    </>
  )
}
