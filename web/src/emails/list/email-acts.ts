import { useMemo } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { usePermission, usePlace } from '../../accounts/session.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { words } from '../../words.ts';
import { useDuplicate } from '../duplicate.ts';
import { mayDelete } from '../queries.ts';
import type { Selection } from './selection.ts';

export type EmailActs = (email: Email, isChosen: boolean) => MenuItem[];

/** Returns the function that runs an act on an email of the list. It stays the same, so that rows are not rendered again. */
export function useEmailActs(
  here: Here,
  onDelete: (email: Email) => void,
  { toggle }: Pick<Selection, 'toggle'>,
): EmailActs {
  const writes = usePermission('emails', 'write');
  const role = usePlace()?.role;
  const duplicate = useDuplicate(here);

  return useMemo(
    () => (email, isChosen) => [
      ...(writes
        ? [
            {
              label: isChosen ? words.list.unchoose : words.list.choose,
              run: () => toggle(email),
            },
            { label: words.emails.duplicate, run: () => duplicate(email.id) },
          ]
        : []),
      ...(email.status === 'sent' || email.status === 'imported'
        ? [
            {
              label: words.emails.view,
              run: () => void window.open(email.absolute_url, '_blank', 'noopener'),
            },
          ]
        : []),
      ...(mayDelete(email, role)
        ? [{ label: words.emails.delete_ask, run: () => onDelete(email), danger: true }]
        : []),
    ],
    [writes, role, duplicate, onDelete, toggle],
  );
}
