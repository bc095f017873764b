import { Link } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BackArrow, backClass } from '../../ui/page.tsx';
import { words } from '../../words.ts';

const said = words.person;

/** Leads to the list of all people. */
export function Back({ look }: { look?: 'button' }) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  return (
    <Link to="/$newsletter/subscribers" params={params} className={look ? buttonClass() : backClass}>
      {!look && <BackArrow />}
      {look ? said.receipt_done : said.back}
    </Link>
  );
}
