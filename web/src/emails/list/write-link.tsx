import { Link } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { words } from '../../words.ts';

/** Links to a new email, for people who may write. */
export function WriteLink() {
  const here = useHere();
  const writes = usePermission('emails', 'write');
  if (!writes) return null;
  const params = { newsletter: here.newsletter.username, email: 'new' };
  return (
    <Link to="/$newsletter/emails/$email" params={params} className={buttonClass('solid')}>
      {words.emails.write}
    </Link>
  );
}
