import type { Here } from '../accounts/newsletters.ts';
import { Menu, OpensIcon } from '../ui/menu.tsx';
import { words } from '../words.ts';
import { type Layout, type Narrowed, useSaveCsv } from './save-csv.ts';

const said = words.exports;

/** Saves everybody, or the people of `narrow`, as CSV, with the columns of the chosen service. */
export function ExportPeople({ here, narrow }: { here: Here; narrow?: () => Promise<Narrowed> }) {
  const save = useSaveCsv(here);
  const items = (Object.keys(said.layouts) as Layout[]).map(layout => ({
    label: said.layouts[layout],
    run: () => save.mutate({ resource: 'subscribers', layout, ...(narrow && { narrow }) }),
    disabled: save.isPending,
  }));
  return (
    <Menu look="plain" items={items}>
      {words.csv.act} <OpensIcon />
    </Menu>
  );
}
