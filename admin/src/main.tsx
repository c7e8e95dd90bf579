/** Sign-in is a small program of its own: it loads neither the router nor the rest of the panel. */
// First, so that all other styles come after them.
import '@mantine/core/styles/default-css-variables.layer.css'
import './ui/theme/foundation.css'
import { createRoot } from 'react-dom/client'

const root = createRoot(document.getElementById('root')!)
const isSignIn = location.pathname.toLowerCase().startsWith('/admin/auth/')
const { App } = isSignIn ? await import('./app/sign-in-app.tsx') : await import('./app/panel-app.tsx')
root.render(<App />)
