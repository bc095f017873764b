import { useQuery } from '@tanstack/react-query';
import { words } from '../words.ts';
import type { Here } from './newsletters.ts';
import { keysQuery, teamQuery } from './queries.ts';
import { sessionQuery } from './session.ts';

/** Returns the person's name, or their address if they have none. The first owner may have neither. */
export function nameOf({ name, email_address }: { name: string; email_address: string }): string {
  return name || email_address || words.team.owner;
}

/** Returns the name of the person or API key with this id, and whether it is the signed-in person. */
export function useActor(here: Here, id: string | null): { name: string; isYou: boolean } {
  const { data: session } = useQuery(sessionQuery);
  const { data: team } = useQuery({ ...teamQuery(here), enabled: id !== null });
  const person = team?.find(one => one.id === id);
  const { data: keys } = useQuery({
    ...keysQuery(here),
    enabled: id !== null && team !== undefined && !person,
  });
  const key = keys?.find(one => one.id === id);
  const name = person ? nameOf(person) : key?.name;
  return { name: name || words.approval.somebody, isYou: id !== null && session?.person?.id === id };
}
