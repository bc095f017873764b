import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Operations } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { useAct } from '../../accounts/use-act.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import { actionWords, readAction, reasonWords } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Rows, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { attemptsQuery } from './queries.ts';

const said = words.own_sequences;
type Attempt =
  Operations['get']['/v1/subscribers/{id_or_email}/automations']['answers'][200]['results'][number];

/** Lists the sequences that the person is or was in: what came, what comes next and when, and why a step was skipped. */
export function OwnSequences({ id }: { id: string }) {
  const here = useHere();
  const seesSequences = usePermission('automations', 'read');
  const { data, error, refetch } = useQuery({ ...attemptsQuery(here, id), enabled: seesSequences });
  const actions = data?.flatMap(attempt => attempt.actions.map(readAction)) ?? [];
  const subjects = useSubjects(here, actions);
  const { data: tags } = useQuery({ ...tagsQuery(here), enabled: actions.length > 0 });
  if (error && !data)
    return (
      <Section title={said.title}>
        <Failure error={error} retry={() => void refetch()} />
      </Section>
    );
  if (!data || data.length === 0) return null;
  const nameOf = ({ actions: [given] }: Attempt) => {
    if (!given) return '';
    const action = readAction(given);
    return actionWords(action, subjects(action), word => tags?.find(({ id }) => id === word)?.name ?? word);
  };
  const bySequence = [...Map.groupBy(data, ({ automation_id }) => automation_id)];
  return (
    <Section title={said.title}>
      {bySequence.map(([automation_id, attempts]) => (
        <div key={automation_id}>
          <h3>
            <Link
              to="/$newsletter/sequences/$sequence"
              params={{ newsletter: here.newsletter.username, sequence: automation_id }}
            >
              {attempts[0]!.name}
            </Link>
          </h3>
          <Rows>
            {attempts.map(attempt => (
              <AttemptRow key={attempt.id} person={id} attempt={attempt} name={nameOf(attempt)} />
            ))}
          </Rows>
        </div>
      ))}
    </Section>
  );
}

function AttemptRow({ person, attempt, name }: { person: string; attempt: Attempt; name: string }) {
  const here = useHere();
  const mayChange = usePermission('automations', 'write');
  const { id, status, execution_date, reason } = attempt;
  const params = { id_or_email: person, automation_attempt_id: id };
  const skip = useAct(
    () =>
      here.api.patch('/v1/subscribers/{id_or_email}/automations/{automation_attempt_id}', {
        params,
        body: { status: 'skipped' },
      }),
    () => said.skipped,
  );
  const isAhead = status === 'pending' || status === 'unprocessed';
  return (
    <Row
      title={name}
      note={
        <>
          {said.status[status]}, <Time at={execution_date} zone={here.newsletter.timezone} precise />
          {reason && `, ${said.because(reasonWords(reason))}`}
        </>
      }
      action={
        isAhead &&
        mayChange && (
          <Button
            look="quiet"
            aria-label={said.skip_step(name)}
            busy={skip.isPending}
            onClick={() => skip.mutate()}
          >
            {said.skip}
          </Button>
        )
      }
    />
  );
}
