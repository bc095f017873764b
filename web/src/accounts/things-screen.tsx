import { type ReactNode, useState } from 'react';
import { Menu } from '../ui/menu.tsx';
import { PageTitle, Row, Rows } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { type Used, UsesDialog } from './uses.tsx';

type Thing = { id: string; name: string };
/** An entry in the menu of a thing: it opens its dialog, or runs. */
type Act = { label: string; danger?: boolean } & ({ dialog: ReactNode } | { run: () => void });

/** The things of one kind that have names, such as tags. Each has a menu, in which `acts` says `uses` for the list of what uses it. */
export function ThingsScreen<One extends Thing>({
  kind,
  title,
  said,
  query,
  lines,
  make,
  nameOf = ({ name }) => name,
  noteOf,
  acts,
}: {
  /** Which kind of things, if what uses them can be listed. */
  kind?: Used;
  title: string;
  said: { empty: string; empty_detail: string; where?: string; more: (name: string) => string };
  query: { data: One[] | undefined; error: unknown; refetch: () => unknown };
  /** How many there are while nobody knows. */
  lines: number;
  /** The way to make one. */
  make: ReactNode;
  nameOf?: (one: One) => ReactNode;
  noteOf: (one: One) => ReactNode;
  acts: (one: One, close: () => void) => (Act | 'uses')[];
}) {
  const [chosen, setChosen] = useState<{ one: One; label: string }>();
  const close = () => setChosen(undefined);
  const actsOf = (one: One): Act[] =>
    acts(one, close).map(act => (act === 'uses' ? { label: said.where ?? '', dialog: usesOf(one) } : act));
  const usesOf = ({ id, name }: One) =>
    kind && <UsesDialog kind={kind} id={id} name={name} onClose={close} />;
  const open = chosen && actsOf(chosen.one).find(({ label }) => label === chosen.label);
  return (
    <>
      <PageTitle action={query.data?.length !== 0 && make}>{title}</PageTitle>
      <Loaded query={query} lines={lines} height="3.5rem">
        {all =>
          all.length === 0 ? (
            <Empty title={said.empty} action={make}>
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
    </>
  );
}
