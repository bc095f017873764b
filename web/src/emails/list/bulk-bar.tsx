import { useState } from 'react';
import { usePlace } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { words } from '../../words.ts';
import { type ActName, actsOn } from './bulk-acts.ts';
import { BulkSheet } from './bulk-sheet.tsx';
import type { Selection } from './selection.ts';

/** Offers the acts for the selected emails. It lies over the end of the list. */
export function BulkBar({ selection }: { selection: Selection }) {
  const [asked, setAsked] = useState<ActName>();
  const role = usePlace()?.role;
  const emails = [...selection.chosen.values()];
  return (
    <>
      <SelectionBar
        count={words.list.chosen(emails.length)}
        clear={words.list.none_chosen}
        onClear={selection.clear}
      >
        {actsOn(emails, role).map(name => (
          <Button key={name} look={name === 'delete' ? 'danger' : 'plain'} onClick={() => setAsked(name)}>
            {words.several_emails.acts[name].name}
          </Button>
        ))}
      </SelectionBar>
      {asked && (
        <BulkSheet
          name={asked}
          emails={emails}
          onClose={() => setAsked(undefined)}
          onDone={selection.clear}
        />
      )}
    </>
  );
}
