import { newslettersQuery } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import type { AppRouter } from '../routes.tsx';
import { words } from '../words.ts';
import { closeOverlay, overlay } from './overlay.ts';

/** Keys as displayed: those pressed together as one word, those pressed in sequence apart. */
export const shortcuts: { keys: string[]; name: string }[] = [
  { keys: ['⌘K'], name: words.shortcuts.palette },
  { keys: ['g', 'e'], name: words.shortcuts.emails },
  { keys: ['g', 'r'], name: words.shortcuts.readers },
  { keys: ['g', 's'], name: words.shortcuts.settings },
  { keys: ['c'], name: words.shortcuts.write },
  { keys: ['n', '1…9'], name: words.shortcuts.switch },
  { keys: ['⌘↵'], name: words.shortcuts.review },
  { keys: ['?'], name: words.shortcuts.help },
];

const sequenceMilliseconds = 1200;

/** Listens for the shortcuts of every page. */
export function listenForShortcuts(router: AppRouter): void {
  let begun: { key: string; at: number } | undefined;
  addEventListener('keydown', event => {
    const isCommand = event.metaKey || event.ctrlKey;
    if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      overlay.set(overlay.get() === 'palette' ? undefined : 'palette');
      return;
    }
    if (isCommand || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const first = begun && Date.now() - begun.at < sequenceMilliseconds ? begun.key : '';
    begun = { key: event.key, at: Date.now() };
    const done = run(router, first, event.key);
    if (done) event.preventDefault();
    if (done && first) begun = undefined;
  });
}

function run(router: AppRouter, first: string, key: string): boolean {
  const { newsletter } = (router.state.matches.at(-1)?.params ?? {}) as { newsletter?: string };
  const newsletters = queryClient.getQueryData(newslettersQuery.queryKey) ?? [];
  // The number may come before the list of newsletters has opened, which then handles it.
  const chosen = first === 'n' ? newsletters[Number(key) - 1] : undefined;
  if (first === '' && key === '?') overlay.set('shortcuts');
  else if (chosen) {
    closeOverlay();
    void router.navigate({ to: '/$newsletter/emails', params: { newsletter: chosen.username } });
  } else if (first === '' && key === 'n' && newsletters.length > 0) overlay.set('switch');
  else if (newsletter === undefined) return false;
  else if (first === '' && key === 'c')
    void router.navigate({ to: '/$newsletter/emails/$email', params: { newsletter, email: 'new' } });
  else if (first === 'g' && key === 'e')
    void router.navigate({ to: '/$newsletter/emails', params: { newsletter } });
  else if (first === 'g' && key === 'r')
    void router.navigate({ to: '/$newsletter/readers', params: { newsletter } });
  else if (first === 'g' && key === 's')
    void router.navigate({ to: '/$newsletter/settings', params: { newsletter } });
  else return false;
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
