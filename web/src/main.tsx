import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/newsreader/index.css';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { listenForShortcuts } from './frame/shortcuts.ts';
import { queryClient } from './platform/api.ts';
import { router } from './routes.tsx';
import { say } from './ui/toast.tsx';
import { listenForTips } from './ui/tooltip.tsx';
import { words } from './words.ts';

listenForShortcuts(router);
listenForTips();
// Screen readers read the page's title and continue from there.
router.subscribe('onRendered', ({ pathChanged, hashChanged, fromLocation, toLocation }) => {
  if (!fromLocation || document.querySelector('dialog[open]')) return;
  const named = toLocation.hash ? document.getElementById(toLocation.hash) : null;
  if (named && (pathChanged || hashChanged)) named.focus();
  else if (pathChanged) document.querySelector<HTMLElement>('h1, main')?.focus({ preventScroll: true });
});
// Once the service has a newer version, the files of this page's version are gone.
addEventListener('vite:preloadError', event => {
  event.preventDefault();
  say(words.failures.outdated, { label: words.failures.reload, run: () => location.reload() });
});

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
