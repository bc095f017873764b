import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { useAct } from '../../accounts/use-act.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import type { Run, Sequence } from '../../sequences/queries.ts';
import { runsQuery } from '../../sequences/run-queries.ts';
import { actionWords, readAction, reasonWords } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { Section } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import feed from '../feed-screen.module.css';
import { PersonLink, useAddresses } from './person-link.tsx';
import type { RunStatus } from './run-status.ts';

const said = words.sequence;

/** Lists every passage through the sequence. */
export function Runs({ sequence }: { sequence: Sequence }) {
  const here = useHere();
  const { status } = useSearch({ from: '/$newsletter/frame/sequences/$sequence' });
  const navigate = useNavigate({ from: '/$newsletter/sequences/$sequence' });
  const list = useInfiniteQuery({ ...runsQuery(here, sequence.id, status), refetchInterval: 15_000 });
  const rows = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const addresses = useAddresses(
    here,
    rows.map(({ subscriber_id }) => subscriber_id),
  );
  const actions = sequence.actions.map(readAction);
  const subjects = useSubjects(here, actions);
  const nameOf = (id: string | null) => {
    const action = actions[sequence.steps.findIndex(step => step.id === id)];
    return action ? actionWords(action, subjects(action)) : '';
  };
  const show = (wanted: RunStatus | undefined) =>
    void navigate({ search: wanted ? { status: wanted } : {}, replace: true, resetScroll: false });
  if (sequence.counts.entered === 0)
    return (
      <Section title={said.runs}>
        <p className={feed.none}>{said.no_runs}</p>
      </Section>
    );
  return (
    <Section title={said.runs} note={said.runs_note}>
      <div className={feed.chips}>
        {(Object.keys(said.run_filter) as (keyof typeof said.run_filter)[]).map(name => (
          <FilterChip
            key={name}
            on={(status ?? 'all') === name}
            onChange={() => show(name === 'all' ? undefined : name)}
          >
            {said.run_filter[name]}
          </FilterChip>
        ))}
      </div>
      <Loaded query={list} lines={5} height="4rem">
        {() =>
          rows.length === 0 ? (
            <p className={feed.none}>{said.no_such_runs}</p>
          ) : (
            <ul className={feed.items}>
              {rows.map(run => (
                <RunRow
                  key={run.id}
                  run={run}
                  step={nameOf(run.step)}
                  address={addresses.get(run.subscriber_id ?? '')}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore list={list} />
    </Section>
  );
}

function RunRow({ run, step, address }: { run: Run; step: string; address: string | undefined }) {
  const here = useHere();
  const mayChange = usePermission('automations', 'write');
  const params = { id: run.automation_id, run_id: run.id };
  const leave = useAct(
    () => here.api.patch('/v1/automations/{id}/runs/{run_id}', { params, body: { status: 'left' } }),
    () => said.left_by_hand,
  );
  const isInside = run.status === 'waiting' || run.status === 'held';
  const zone = here.newsletter.timezone;
  const state = [said.run_states[run.status], isInside && step && said.at_step(step)]
    .filter(Boolean)
    .join(' ');
  return (
    <li className={feed.item}>
      <div>
        <PersonLink id={run.subscriber_id} address={address} />
        <p>
          {run.reason ? words.parts.with_detail(state, reasonWords(run.reason)) : state}
          {run.status === 'waiting' && run.due_date && (
            <>
              {', '}
              <Time at={run.due_date} zone={zone} precise />
            </>
          )}
        </p>
        <p>
          {said.since_words} <Time at={run.entered_date} zone={zone} precise />
        </p>
      </div>
      {isInside && mayChange && (
        <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
          {said.leave}
        </Button>
      )}
    </li>
  );
}
