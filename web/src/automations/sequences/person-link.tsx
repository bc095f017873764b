import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { addressesQuery } from '../../sequences/run-queries.ts';
import { words } from '../../words.ts';

const unknown: ReadonlyMap<string, string> = new Map();

/** Returns the addresses of these people, as far as they are known. */
export function useAddresses(here: Here, ids: readonly (string | null)[]): ReadonlyMap<string, string> {
  const known = [...new Set(ids.filter(id => id !== null))].toSorted();
  return useQuery(addressesQuery(here, known)).data ?? unknown;
}

/** Links to somebody's page. */
export function PersonLink({ id, address }: { id: string | null; address: string | undefined }) {
  const here = useHere();
  if (id === null) return <span>{words.sequence.nobody}</span>;
  return (
    <Link to="/$newsletter/subscribers/$person" params={{ newsletter: here.newsletter.username, person: id }}>
      {address ?? '…'}
    </Link>
  );
}
