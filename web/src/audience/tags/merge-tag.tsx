import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction, Tag } from '../../../../src/client/schema.ts';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { isUsed, UsesList, useUses } from '../../accounts/uses.tsx';
import { ApiFailure } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import styles from './tags-screen.module.css';

const named = words.tags;
const pollMilliseconds = 500;
const mostRounds = 3;

/**
 * Gives everybody with the tag another one, then deletes it. Nobody can lose both: until the end they have both tags, and a repeated merge
 * completes an interrupted one.
 */
export function MergeTag({
  tag,
  others,
  count,
  onDone,
  onClose,
}: {
  tag: Tag;
  others: Tag[];
  count: number | undefined;
  onDone: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  const [into, setInto] = useState(others[0]!.id);
  const [progress, setProgress] = useState<BulkAction>();
  const { data: uses } = useUses(here, 'tags', tag.id);
  const merge = useMutation({
    mutationFn: async () => {
      for (let round = 0; (await countWithout(here, tag.id, into)) > 0; round += 1) {
        // A second round is for people who got the tag during the first.
        if (round === mostRounds)
          throw new ApiFailure(409, { code: 'merge_failed', detail: named.merge_failed });
        await giveAll(here, tag.id, into, setProgress);
      }
      await here.api.delete('/v1/tags/{id}', { params: { id: tag.id } });
    },
    onSuccess: () => {
      say(named.merged(others.find(({ id }) => id === into)!.name));
      onDone();
    },
  });
  const inUse = uses && isUsed(uses);
  return (
    <Dialog title={named.merge_title(tag.name)} onClose={() => !merge.isPending && onClose()}>
      <div className={styles.text}>
        {inUse ? (
          <>
            <p>{named.merge_in_use}</p>
            <UsesList uses={uses} />
          </>
        ) : (
          <>
            <SelectField
              label={named.merge_into}
              value={into}
              disabled={merge.isPending}
              onChange={event => setInto(event.target.value)}
            >
              <Options of={others.map(({ id, name }) => [id, name])} />
            </SelectField>
            <p role="status">
              {progress && merge.isPending
                ? named.merging(progress.done_count + progress.skipped_count, progress.total_count)
                : named.merge_detail(tag.name, count ?? 0)}
            </p>
          </>
        )}
        {merge.error && <Failure error={merge.error} />}
      </div>
      <DialogButtons>
        <Button disabled={merge.isPending} onClick={onClose}>
          {inUse ? words.parts.close : words.parts.cancel}
        </Button>
        {!inUse && (
          <Button look="danger" busy={merge.isPending || !uses} onClick={() => merge.mutate()}>
            {named.merge_act}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** Returns how many people have the tag but not the other one. */
async function countWithout({ api }: Here, tag: string, other: string): Promise<number> {
  const query = { tag: [tag], '-tag': [other], page_size: 1 };
  return (await api.get('/v1/subscribers', { query })).count;
}

/** Gives the other tag to everybody who has the tag. Resolves when that is done. */
async function giveAll(
  { api }: Here,
  tag: string,
  other: string,
  onProgress: (action: BulkAction) => void,
): Promise<void> {
  const metadata = { ids: ['all'], parameters: { tag: [tag] }, action: 'add', tag_id: other };
  const made = await api.post('/v1/bulk_actions', { body: { type: 'apply_tags', metadata } });
  if (!('status' in made)) return;
  for (let action = made; ; ) {
    onProgress(action);
    if (action.status === 'failed' || action.failed_count > 0)
      throw new ApiFailure(409, { code: 'merge_failed', detail: action.status_reason || named.merge_failed });
    if (action.status === 'processed') return;
    await new Promise(resolve => setTimeout(resolve, pollMilliseconds));
    const { id } = action;
    action = await api.get('/v1/bulk_actions/{id}', { params: { id } });
  }
}
