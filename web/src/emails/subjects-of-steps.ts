import { useQueries } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import type { Action } from '../sequences/steps.ts';
import { emailQuery } from './queries.ts';
import { titleOf } from './title.ts';

/** Returns the subjects of emails that steps refer to by id. */
export function useSubjects(here: Here, actions: readonly Action[]): (action: Action) => string | undefined {
  const ids = [...new Set(actions.flatMap(action => idOf(action) ?? []))];
  const known = useQueries({
    queries: ids.map(id => ({ ...emailQuery(here, id), refetchInterval: false as const })),
  });
  return action => {
    const email = known[ids.indexOf(idOf(action) ?? '')]?.data;
    return email && titleOf(email);
  };
}

function idOf({ metadata }: Action): string | undefined {
  return typeof metadata.email_id === 'string' && metadata.email_id !== '' ? metadata.email_id : undefined;
}
