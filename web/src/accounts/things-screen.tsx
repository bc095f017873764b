import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { PageTitle, Row, Rows } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { type Used, UsesDialog } from './uses.tsx';

type Thing = { id: string; name: string };
/** An entry in the menu of a thing. It opens a dialog or runs at once. */
type Act = { label: string; danger?: boolean } & ({ dialog: ReactNode } | { run: () => void });
/** Called when a dialog ends: after the change, or without one. */
export type Ends = { onDone: () => void; onClose: () => void };

/** Lists named things of one kind, such as tags, each with a menu. In `acts`, 'uses' opens the list of what uses the thing. */
export function ThingsScreen<One extends Thing>({
  kind,
  title,
  said,
  query,
  refresh = () => {},
  lines,
  make,
  nameOf = ({ name }) => name,
  noteOf,
  acts,
}: {
  /** The kind of things, if their uses can be listed. */
  kind?: Used;
  title: string;
  said: { empty: string; empty_detail: string; make: string; where?: string; more: (name: string) => string };
  query: { data: One[] | undefined; error: unknown; refetch: () => unknown };
  /** Called after each change. */
  refresh?: () => void;
  /** The number of placeholder lines until the number of things is known. */
  lines: number;
  /** Makes a new thing: the dialog for it, or something else. */
  make: ReactNode | ((ends: Ends) => ReactNode);
  nameOf?: (one: One) => ReactNode;
  noteOf: (one: One) => ReactNode;
  acts: (one: One, ends: Ends) => (Act | 'uses')[];
}) {
  const [chosen, setChosen] = useState<{ one: One; label: string }>();
  const [makes, setMakes] = useMakes();
  const endsOf = (onClose: () => void): Ends => ({
    onClose,
    onDone: () => {
      onClose();
      refresh();
    },
  });
  const close = () => setChosen(undefined);
  const actsOf = (one: One): Act[] =>
    acts(one, endsOf(close)).map(act =>
      act === 'uses' ? { label: said.where ?? '', dialog: usesOf(one) } : act,
    );
  const usesOf = ({ id, name }: One) =>
    kind && <UsesDialog kind={kind} id={id} name={name} onClose={close} />;
  const button =
    typeof make === 'function' ? (
      <Button look="solid" onClick={() => setMakes(true)}>
        {said.make}
      </Button>
    ) : (
      make
    );
  const open = chosen && actsOf(chosen.one).find(({ label }) => label === chosen.label);
  return (
    <>
      <PageTitle action={query.data?.length !== 0 && button}>{title}</PageTitle>
      <Loaded query={query} lines={lines} height="3.5rem">
        {all =>
          all.length === 0 ? (
            <Empty title={said.empty} action={button}>
              {said.empty_detail}
            </Empty>
          ) : (
            <Rows>
              {all.map(one => (
                <Row
                  key={one.id}
                  title={nameOf(one)}
                  note={noteOf(one)}
                  action={
                    actsOf(one).length > 0 && (
                      <Menu
                        label={said.more(one.name)}
                        items={actsOf(one).map(act => ({
                          label: act.label,
                          danger: act.danger ?? false,
                          run: 'run' in act ? act.run : () => setChosen({ one, label: act.label }),
                        }))}
                      />
                    )
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {open && 'dialog' in open && open.dialog}
      {makes && typeof make === 'function' && make(endsOf(() => setMakes(false)))}
    </>
  );
}

/** Returns whether the dialog for a new thing is open, which the address says, and a function to open or close it. */
export function useMakes(): [boolean, (makes: boolean) => void] {
  const { make: makes = false } = useSearch({ strict: false });
  const navigate = useNavigate();
  return [makes, make => void navigate({ to: '.', search: make ? { make } : {} })];
}

type Openable = { id: string; status: 'active' | 'inactive' };

/** Opens what is closed, closes what is open, and confirms it. */
export function useOpening<One extends Openable>(
  said: { opened: string; closed: string },
  change: (id: string, body: Pick<One, 'status'>) => Promise<One>,
  refresh: () => void,
) {
  return useMutation({
    mutationFn: ({ id, status }: One) => change(id, { status: status === 'active' ? 'inactive' : 'active' }),
    onSuccess: ({ status }) => {
      say(status === 'active' ? said.opened : said.closed);
      refresh();
    },
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
}
