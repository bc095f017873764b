import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import { isSequence, type Sequence, sequencesKey } from '../../sequences/queries.ts';
import { type Action, actionWords } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure, Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import type { requestOf } from './draft.ts';
import styles from './editor.module.css';
import { PersonLink, useAddresses } from './person-link.tsx';

const said = words.edit_sheet;

type Changes = Partial<ReturnType<typeof requestOf>>;
type Plan = NonNullable<Sequence['edit']>;

/** Asks, before a change is saved while people are inside, whom it applies to, and shows who would move where. */
export function EditSheet({
  sequence,
  changes,
  onSaved,
  onClose,
}: {
  sequence: Sequence;
  changes: Changes;
  onSaved: (id: string, everyone: boolean) => Promise<void>;
  onClose: () => void;
}) {
  const here = useHere();
  const [apply_to, setApplyTo] = useState<'new' | 'everyone'>('new');
  const { id, counts } = sequence;
  const patch = async (more: { dry_run?: boolean; hash?: string }) => {
    const body = { ...changes, kind: 'event' as const, apply_to, ...more };
    const saved = await here.api.patch('/v1/automations/{id}', { params: { id }, body });
    return isSequence(saved) ? (saved.edit ?? null) : null;
  };
  const plan = useQuery({
    queryKey: [...sequencesKey(here), id, 'edit', sequence.edition, changes, apply_to],
    queryFn: () => patch({ dry_run: true }),
    enabled: apply_to === 'everyone',
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: () => patch(plan.data && apply_to === 'everyone' ? { hash: plan.data.hash } : {}),
    onSuccess: () => onSaved(id, apply_to === 'everyone'),
    // The plan is outdated: people have moved on, or somebody has changed the sequence.
    onError: () => void (apply_to === 'everyone' && plan.refetch()),
  });
  return (
    <Dialog kind="wide" title={said.title} onClose={onClose}>
      <div className={styles.choice}>
        <p>{said.inside(counts.waiting + counts.held)}</p>
        <span>{said.choice}</span>
        <Segments label={said.choice} value={apply_to} options={said.choices} onChange={setApplyTo} />
        {apply_to === 'new' && <p>{said.new_hint}</p>}
      </div>
      {apply_to === 'everyone' && (
        <Loaded query={plan} lines={4} height="1.75rem">
          {found => (found ? <Moves plan={found} sequence={sequence} changes={changes} /> : null)}
        </Loaded>
      )}
      {save.error && <Failure error={save.error} />}
      <DialogButtons onCancel={onClose}>
        <Button
          look="solid"
          busy={save.isPending}
          disabled={apply_to === 'everyone' && (!plan.data || plan.isFetching)}
          onClick={() => save.mutate()}
        >
          {words.parts.save}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Says how many people move, and lists some of them by address. */
function Moves({ plan, sequence, changes }: { plan: Plan; sequence: Sequence; changes: Changes }) {
  const here = useHere();
  const addresses = useAddresses(
    here,
    plan.sample.map(({ subscriber_id }) => subscriber_id),
  );
  const now = sequence.actions.map((action, at) => ({ ...action, id: sequence.steps[at]!.id }) as Action);
  const steps = [...(changes.actions ?? []), ...now];
  const subjects = useSubjects(here, steps);
  const nameOf = (id: string | null) => {
    const step = steps.find(one => one.id === id);
    return step ? actionWords(step, subjects(step)) : said.done;
  };
  const counted = [
    said.moved(plan.moved),
    ...(plan.due_at_once > 0 ? [said.due_at_once(plan.due_at_once)] : []),
    ...(plan.ended > 0 ? [said.ended(plan.ended)] : []),
    said.unchanged(plan.unchanged),
  ];
  return (
    <div className={styles.moves}>
      <ul>
        {counted.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {plan.sample.length > 0 && (
        <>
          <h3>{said.sample}</h3>
          <ul className={styles.sample}>
            {plan.sample.map(({ subscriber_id, from_step, to_step, due_date }) => (
              <li key={subscriber_id}>
                <PersonLink id={subscriber_id} address={addresses.get(subscriber_id ?? '')} />
                <span>
                  {nameOf(from_step)} → {nameOf(to_step)}
                  {due_date && (
                    <>
                      {', '}
                      <Time at={due_date} zone={here.newsletter.timezone} precise />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
