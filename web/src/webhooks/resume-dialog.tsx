import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { Confirmation } from '../ui/dialog.tsx';
import { CheckField } from '../ui/field.tsx';
import { words } from '../words.ts';
import { isLimited, onlyOf } from './only.ts';
import { replay, replayCountQuery, webhooksKey } from './webhook-queries.ts';

const said = words.webhooks;

/** Resumes a paused webhook, with the missed events if they are wanted. */
export function ResumeDialog({
  webhook,
  since,
  onClose,
}: {
  webhook: Webhook;
  /** The time at which it was paused. */
  since: string;
  onClose: () => void;
}) {
  const here = useHere();
  const { data: count } = useQuery(replayCountQuery(here, webhook, since));
  const [isWhole, setWhole] = useState(true);
  const missed = isLimited(onlyOf(webhook)) ? said.missed_at_most : said.missed;
  return (
    <Confirmation
      title={said.resume_title}
      act={said.resume}
      run={async () => {
        const { id } = webhook;
        await here.api.patch('/v1/webhooks/{id}', { params: { id }, body: { status: 'enabled' } });
        if (isWhole && count) await replay(here, webhook, since);
      }}
      done={said.resumed}
      onDone={onClose}
      onSettled={() => queryClient.invalidateQueries({ queryKey: webhooksKey(here) })}
      onClose={onClose}
    >
      <p>{said.resume_detail}</p>
      {count === undefined ? (
        <p>{said.replay_counting}</p>
      ) : count === 0 ? (
        <p>{said.missed_none}</p>
      ) : (
        <CheckField
          label={missed(count)}
          hint={said.missed_hint}
          checked={isWhole}
          onChange={({ target }) => setWhole(target.checked)}
        />
      )}
    </Confirmation>
  );
}
