// Starts the console: renders the application and loads the session.

import { render } from 'preact'
import './look/tokens.css'
import './look/base.css'
import './look/frame.css'
import './look/parts.css'
import './look/forms.css'
import './look/pictures.css'
import './look/table.css'
import { listenForMoves } from './address/address.ts'
import { App } from './app.tsx'
import { learnSession, redeemDemoLink } from './session/session.ts'

listenForMoves()
const place = document.getElementById('app')
if (place) {
  render(<App />, place)
  void redeemDemoLink().then(learnSession)
}
