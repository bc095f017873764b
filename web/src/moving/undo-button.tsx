import { useState } from 'react';
import type { Import } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { words } from '../words.ts';
import { importQuery } from './queries.ts';

const said = words.imports;

/** Undoes an import, after a confirmation. */
export function UndoButton({ here, one: { id }, label }: { here: Here; one: Import; label: string }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setAsks(true)}>{label}</Button>
      {asks && (
        <Confirmation
          title={said.undo_title}
          act={said.undo_act}
          run={() => here.api.post('/v1/imports/{id}/undo', { params: { id } })}
          onDone={asked => {
            queryClient.setQueryData(importQuery(here, id).queryKey, asked);
            setAsks(false);
          }}
          onClose={() => setAsks(false)}
        >
          {said.undo_detail}
        </Confirmation>
      )}
    </>
  );
}
