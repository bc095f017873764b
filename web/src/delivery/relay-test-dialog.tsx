import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Relay } from '../../../src/client/schema.ts';
import { sessionQuery } from '../accounts/session.ts';
import type { Api } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { CheckField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { words } from '../words.ts';
import { RelayResults } from './relay-results.tsx';

const said = words.relays;

/** Tests the relay, with a mail to the signed-in person if they have an address. */
export function RelayTestDialog({ api, relay, onClose }: { api: Api; relay: Relay; onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const hasAddress = Boolean(session?.person?.email_address);
  const [wanted, setWanted] = useState(true);
  const test = useMutation({
    mutationFn: () =>
      api.post('/v1/relays/{id}/test', {
        params: { id: relay.id },
        body: { send_mail: wanted && hasAddress },
      }),
  });
  return (
    <FormDialog
      kind="wide"
      title={said.test_title(relay.name)}
      act={said.test}
      action={test}
      onSubmit={() => test.mutate()}
      onClose={onClose}
    >
      <CheckField
        label={said.send}
        checked={wanted && hasAddress}
        disabled={!hasAddress}
        onChange={({ target }) => setWanted(target.checked)}
      />
      {test.data && <RelayResults test={test.data} zone={ownZone} />}
    </FormDialog>
  );
}
