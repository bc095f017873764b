import { useState } from 'react';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { words } from '../../words.ts';
import { mostFound, type Wanted } from '../queries.ts';
import { type ActName, acts } from './bulk-acts.ts';
import { BulkSheet } from './bulk-sheet.tsx';
import { countChosen, type Selection } from './selection.ts';

const said = words.subscribers;
const bulk = words.bulk;

type Bar = { wanted: Wanted; listed: number; selection: Selection };

/** Offers the actions for the selected subscribers. */
export function BulkBar({ wanted, listed, selection }: Bar) {
  const [asked, setAsked] = useState<ActName>();
  const maySend = usePermission('sending', 'write');
  const { chosen } = selection;
  const count = countChosen(chosen, listed);
  // A search stops counting at this number.
  const isMore = chosen.kind === 'all_but' && wanted.search !== undefined && listed >= mostFound;
  const names = (Object.keys(acts) as ActName[]).filter(name => !acts[name].mails || maySend);
  return (
    <>
      {count > 0 && (
        <SelectionBar
          count={isMore ? said.selected_many(count) : said.selected(count)}
          clear={said.clear}
          onClear={selection.clear}
        >
          {names.map(name => (
            <Button key={name} look={name === 'delete' ? 'danger' : 'plain'} onClick={() => setAsked(name)}>
              {bulk.acts[name].name}
            </Button>
          ))}
        </SelectionBar>
      )}
      {asked && (
        <BulkSheet
          name={asked}
          wanted={wanted}
          chosen={chosen}
          count={count}
          onStarted={selection.clear}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
