import { useMemo, useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';

/** The selected emails by id, and functions to change the selection. The functions stay the same from one rendering to the next. */
export type Selection = {
  chosen: ReadonlyMap<string, Email>;
  toggle(email: Email): void;
  clear(): void;
};

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Email>>(new Map());
  const change = useMemo(
    () => ({
      toggle: (email: Email) =>
        setChosen(before => {
          const next = new Map(before);
          if (!next.delete(email.id)) next.set(email.id, email);
          return next;
        }),
      clear: () => setChosen(new Map()),
    }),
    [],
  );
  return { chosen, ...change };
}
