import { useMemo, useState } from 'react';

/** Some subscribers by id, or everybody listed except these. */
export type Chosen = { kind: 'some' | 'all_but'; ids: ReadonlySet<string> };

const nobody: Chosen = { kind: 'some', ids: new Set() };

/** The selected people, and functions to change the selection. The functions stay the same from one rendering to the next. */
export type Selection = {
  chosen: Chosen;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  all: () => void;
  clear: () => void;
};

export function useSelection(): Selection {
  const [chosen, setChosen] = useState(nobody);
  const change = useMemo(
    () => ({
      toggle: (id: string) =>
        setChosen(({ kind, ids }) => {
          const next = new Set(ids);
          if (!next.delete(id)) next.add(id);
          return { kind, ids: next };
        }),
      all: () => setChosen({ kind: 'all_but', ids: new Set() }),
      clear: () => setChosen(nobody),
    }),
    [],
  );
  return { chosen, has: id => chosen.ids.has(id) === (chosen.kind === 'some'), ...change };
}

/** Returns how many of those listed are selected. */
export function countChosen({ kind, ids }: Chosen, listed: number): number {
  return kind === 'some' ? ids.size : Math.max(0, listed - ids.size);
}
