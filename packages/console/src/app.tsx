// The frame around every page, and the page that the address selects.

import { useEffect } from 'preact/hooks'
import { address } from './address/address.ts'
import { forgetAll } from './calls/read.ts'
import { Frame } from './frame.tsx'
import { Failure, Loading } from './parts/states.tsx'
import { pageAt } from './screens/pages.tsx'
import { ProofDialog } from './session/proofDialog.tsx'
import { learnSession, session, sessionProblem } from './session/session.ts'
import { SignIn } from './session/signIn.tsx'

export function App() {
  const known = session.value
  const keyId = known?.signedIn ? known.key.keyId : ''
  useEffect(forgetAll, [keyId])
  if (sessionProblem.value !== '')
    return (
      <main class="signin">
        <Failure error={sessionProblem.value} again={() => void learnSession()} />
      </main>
    )
  if (known === undefined) return <Loading />
  if (!known.signedIn) return <SignIn demo={known.demo} />
  return (
    <>
      <Frame signedIn={known}>{pageAt(address.value.path)}</Frame>
      <ProofDialog demo={known.demo} />
    </>
  )
}
