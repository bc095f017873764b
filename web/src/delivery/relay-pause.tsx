import type { Relay } from '../../../src/client/schema.ts';
import { useProven } from '../accounts/me.ts';
import { type Api, queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { relaysQuery } from './relay-queries.ts';

const said = words.relays;

/** Pauses the relay, or lets it take mail again. */
export function RelayPause({ api, relay: { id, is_paused } }: { api: Api; relay: Relay }) {
  const change = useProven(
    (pauses: boolean) => api.patch('/v1/relays/{id}', { params: { id }, body: { is_paused: pauses } }),
    () => void queryClient.invalidateQueries({ queryKey: relaysQuery(api).queryKey }),
  );
  return (
    <>
      {change.error && <Failure error={change.error} />}
      <Button look="quiet" busy={change.isPending} onClick={() => change.mutate(!is_paused)}>
        {is_paused ? said.resume : said.pause}
      </Button>
    </>
  );
}
