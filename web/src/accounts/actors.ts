import { useQuery } from '@tanstack/react-query';
import { words } from '../words.ts';
import type { Here } from './newsletters.ts';
import { keysQuery, teamQuery } from './queries.ts';
import { sessionQuery } from './session.ts';

/** The name of a person of the team, or else their address. The first owner may have neither. */
export function nameOf({ name, email_address }: { name: string; email_address: string }): string {
  return name || email_address || words.team.owner;
}

/** The name of the person or API key with this id: somebody on the team or a key of the newsletter. */
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
