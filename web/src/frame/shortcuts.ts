import type { RegisteredRouter } from '@tanstack/react-router';
import type { Newsletter } from '../../../src/client/schema.ts';
import { newslettersQuery } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { isPressed, type KeyOf, keys } from '../platform/keys.ts';
import { isTyping } from '../platform/typing.ts';
import { closeOverlay, overlay } from './overlay.ts';

const sequenceMilliseconds = 1200;

/** Listens for the shortcuts of every page. */
export function listenForShortcuts(router: RegisteredRouter): void {
  let begun: { key: string; at: number } | undefined;
  addEventListener('keydown', event => {
    const { palette, help } = keys.everywhere;
    const isCommand = event.metaKey || event.ctrlKey;
    if (isCommand && (isPressed(event, palette) || isPressed(event, help))) {
      event.preventDefault();
      const wanted = isPressed(event, palette) ? 'palette' : 'shortcuts';
      overlay.set(overlay.get() === wanted ? undefined : wanted);
      return;
    }
    if (isCommand || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const first = begun && Date.now() - begun.at < sequenceMilliseconds ? begun.key : undefined;
    const inTurn = first === undefined ? undefined : actOf(router, `${first} ${event.key}`);
    const act = inTurn ?? actOf(router, event.key);
    begun = inTurn ? undefined : { key: event.key, at: Date.now() };
    if (!act) return;
    event.preventDefault();
    act();
  });
}

type Shortcut = Exclude<KeyOf<'everywhere'>, 'palette'>;
type Place = {
  router: RegisteredRouter;
  newsletter: string | undefined;
  newsletters: Newsletter[];
  pressed: string;
};
type Act = () => void;

const go =
  (to: '' | '/feeds' | '/subscribers' | '/settings' | '/emails' | '/emails/$email') =>
  ({ router, newsletter }: Place): Act | undefined =>
    newsletter === undefined
      ? undefined
      : () => void router.navigate({ to: `/$newsletter${to}`, params: { newsletter, email: 'new' } });

/** The act of each shortcut; undefined if it can do nothing here. */
const acts: Record<Shortcut, (place: Place) => Act | undefined> = {
  help: () => () => overlay.set('shortcuts'),
  switch: ({ newsletters }) => (newsletters.length > 0 ? () => overlay.set('switch') : undefined),
  // The number may be pressed before the list of newsletters has opened. Afterwards the list handles it.
  numbered: ({ router, newsletters, pressed }) => {
    const chosen = newsletters[Number(pressed.at(-1)) - 1];
    if (!chosen) return undefined;
    return () => {
      closeOverlay();
      go('/emails')({ router, newsletter: chosen.username, newsletters, pressed })?.();
    };
  },
  write: go('/emails/$email'),
  home: go(''),
  emails: go('/emails'),
  feeds: go('/feeds'),
  subscribers: go('/subscribers'),
  settings: go('/settings'),
};

/** Returns the act of these keys, pressed one after the other; undefined if they mean nothing here. */
function actOf(router: RegisteredRouter, pressed: string): Act | undefined {
  const { newsletter } = (router.state.matches.at(-1)?.params ?? {}) as { newsletter?: string };
  const newsletters = queryClient.getQueryData(newslettersQuery.queryKey) ?? [];
  const wanted = pressed.replace(/^n [1-9]$/, keys.everywhere.numbered[0]);
  const name = (Object.keys(acts) as Shortcut[]).find(one =>
    (keys.everywhere[one] as readonly string[]).includes(wanted),
  );
  return name && acts[name]({ router, newsletter, newsletters, pressed });
}
