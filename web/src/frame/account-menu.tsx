import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { sessionQuery, signOut } from '../accounts/session.ts';
import { root } from '../platform/root.ts';
import { Menu } from '../ui/menu.tsx';
import { words } from '../words.ts';
import { overlay } from './overlay.ts';

/** Shows the signed-in person's menu, with everything that belongs to no screen. */
export function AccountMenu() {
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const { newsletter } = useHere();
  return (
    <Menu
      label={words.frame.account}
      items={[
        { label: words.frame.profile, run: () => void navigate({ to: '/account' }) },
        {
          label: words.frame.view_page,
          run: () => void window.open(`${root}/${newsletter.username}`, '_blank', 'noopener'),
        },
        ...(session?.sees_inbox
          ? [{ label: words.frame.inbox, run: () => void navigate({ to: '/inbox' }) }]
          : []),
        ...(session?.person?.installation
          ? [{ label: words.frame.system, run: () => void navigate({ to: '/system' }) }]
          : []),
        { label: words.frame.reference, run: () => location.assign(`${root}/docs`) },
        { label: words.frame.shortcuts, run: () => overlay.set('shortcuts') },
        { label: words.frame.sign_out, run: () => void signOut() },
      ]}
    >
      <svg viewBox="0 0 16 16" width="17" height="17" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="8" cy="5.5" r="2.75" strokeWidth="1.4" />
        <path d="M2.75 13.5c.6-2.6 2.7-4 5.25-4s4.65 1.4 5.25 4" strokeWidth="1.4" strokeLinecap="round" />
      </svg>
    </Menu>
  );
}
