import { createRoot } from 'react-dom/client';
import { App } from './shell/App.tsx';
import { signedIn } from './shell/authProvider.ts';
import { loadI18n } from './shell/i18nProvider.ts';

// a file of an earlier build is gone after an upgrade
addEventListener('vite:preloadError', () => location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('The shell has no element for the console.');
// without a session the console leads to the sign-in page
const [i18nProvider] = await Promise.all([loadI18n(), signedIn().catch(() => undefined)]);
createRoot(root).render(<App i18nProvider={i18nProvider} />);
