import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WarmUp } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { weekdayOf } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/dialog.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Empty, Failure, Loaded } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './warm-up.module.css';
import { WarmUpDays } from './warm-up-days.tsx';
import { WarmUpForm } from './warm-up-form.tsx';
import { useWarmUpAct, warmUpQuery } from './warm-up-queries.ts';
import { WarmUpToday } from './warm-up-today.tsx';

const said = words.warm_up;

/** Shows the warm-up plan: today's position, the days around it, and the actions. */
export function WarmUpScreen() {
  const here = useHere();
  const state = useQuery(warmUpQuery(here));
  const mayChange = usePermission('settings', 'write');
  const [open, setOpen] = useState<'plan' | 'end'>();
  const close = () => setOpen(undefined);
  const { data } = state;
  return (
    <>
      <PageTitle action={data?.plan && mayChange && <Actions state={data} onOpen={setOpen} />}>
        {said.title}
      </PageTitle>
      <p className={styles.explain}>{said.explain}</p>
      <Loaded query={state} lines={4} height="5rem">
        {data =>
          data.plan ? (
            <Planned state={data} />
          ) : (
            <Unplanned state={data} onBegin={mayChange ? () => setOpen('plan') : undefined} />
          )
        }
      </Loaded>
      {open === 'plan' && data && <WarmUpForm state={data} onClose={close} />}
      {open === 'end' && data && <EndDialog state={data} onClose={close} />}
    </>
  );
}

function Actions({ state, onOpen }: { state: WarmUp; onOpen: (what: 'plan' | 'end') => void }) {
  const here = useHere();
  const act = useWarmUpAct(here, () => {});
  const isPaused = state.plan?.paused_date !== null;
  return (
    <div className={styles.actions}>
      <Button busy={act.isPending} onClick={() => act.mutate(isPaused ? 'resume' : 'pause')}>
        {isPaused ? said.resume : said.pause}
      </Button>
      <Button onClick={() => onOpen('plan')}>{said.change}</Button>
      <Button onClick={() => onOpen('end')}>{said.end}</Button>
      {act.error && <Failure error={act.error} />}
    </div>
  );
}

function Planned({ state }: { state: WarmUp }) {
  const here = useHere();
  const { plan, today, days } = state;
  if (!plan) return null;
  return (
    <>
      {plan.paused_date !== null && (
        <p className={styles.state}>{said.paused(weekdayOf(plan.paused_date))}</p>
      )}
      {today ? (
        <WarmUpToday plan={plan} today={today} zone={here.newsletter.timezone} />
      ) : (
        <p className={styles.state}>{said.starts(weekdayOf(plan.start_date))}</p>
      )}
      <WarmUpDays days={days} today={today?.day} />
    </>
  );
}

function Unplanned({ state: { proposal }, onBegin }: { state: WarmUp; onBegin: (() => void) | undefined }) {
  const begin = onBegin && (
    <Button look={proposal ? 'solid' : 'plain'} onClick={onBegin}>
      {said.begin}
    </Button>
  );
  if (!proposal)
    return (
      <Empty title={said.needless} action={begin}>
        {said.needless_detail}
      </Empty>
    );
  return (
    <Empty title={said.proposed} action={begin}>
      {said.proposal(proposal)}
    </Empty>
  );
}

function EndDialog({ state, onClose }: { state: WarmUp; onClose: () => void }) {
  const here = useHere();
  const act = useWarmUpAct(here, () => {
    say(said.ended);
    onClose();
  });
  return (
    <Question
      title={said.end_title}
      act={said.end_act}
      busy={act.isPending}
      error={act.error}
      onConfirm={() => act.mutate('end')}
      onClose={onClose}
    >
      {said.end_detail(state.today?.waiting ?? 0)}
    </Question>
  );
}
