import { Link } from '@tanstack/react-router';
import type { Here } from '../../accounts/newsletters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { backClass } from '../../ui/page.tsx';
import { words } from '../../words.ts';

const said = words.person;

/** Leads to the list of all people. */
export function Back({ here, look }: { here: Here; look?: 'button' }) {
  const params = { newsletter: here.newsletter.username };
  return (
    <Link to="/$newsletter/subscribers" params={params} className={look ? buttonClass() : backClass}>
      {look ? said.receipt_done : `← ${said.back}`}
    </Link>
  );
}
