import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './ui/tokens.css'
import './ui/base.css'
import { App } from './app/App.tsx'
import { removeOldWorkers } from './lib/workers.ts'

void removeOldWorkers(location)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
