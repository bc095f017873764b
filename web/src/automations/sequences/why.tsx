import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { useFilterInWords } from '../../audience/filter/in-words.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import { submitted, textOf } from '../../platform/form.ts';
import { type Sequence, sequencesKey } from '../../sequences/queries.ts';
import { actionWords, readAction, reasonWords } from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import styles from './editor.module.css';
import { triggerWords } from './trigger-words.ts';

const said = words.sequence;
type Explained = Operations['get']['/v1/automations/{id}/explain/{id_or_email}']['answers'][200];

/** Says why one person is inside or not, where they are, and what comes next. */
export function Why({ sequence }: { sequence: Sequence }) {
  const here = useHere();
  const [person, setPerson] = useState('');
  const query = useQuery({
    queryKey: [...sequencesKey(here), sequence.id, 'why', person],
    queryFn: () =>
      here.api.get('/v1/automations/{id}/explain/{id_or_email}', {
        params: { id: sequence.id, id_or_email: person },
      }),
    enabled: person !== '',
    retry: false,
  });
  return (
    <>
      <form className={styles.ask} onSubmit={submitted(form => setPerson(textOf(form, 'person')))}>
        <Field
          name="person"
          type="text"
          inputMode="email"
          label={said.why_label}
          required
          autoComplete="off"
        />
        <Button type="submit">{said.why_act}</Button>
      </form>
      {person !== '' && (
        <Loaded query={query} lines={3} height="1.75rem">
          {found => <Explanation sequence={sequence} person={person} found={found} />}
        </Loaded>
      )}
    </>
  );
}

function Explanation({ sequence, person, found }: { sequence: Sequence; person: string; found: Explained }) {
  const here = useHere();
  const zone = here.newsletter.timezone;
  const { is_inside, runs, next, waits_to_enter, refusal, events, conditions } = found;
  const inWords = useFilterInWords(
    here,
    conditions.map(({ condition }) => condition),
  );
  const actions = next.map(({ actions: [action] }) => readAction(action!));
  const subjects = useSubjects(here, actions);
  const [last] = runs;
  const hasNothing = !is_inside && runs.length === 0 && !waits_to_enter && !refusal && events.length === 0;
  return (
    <div className={styles.why} role="status">
      <strong>{is_inside ? said.why_inside(person) : said.why_not(person)}</strong>
      {hasNothing && <p>{said.why_nothing}</p>}
      {waits_to_enter && <p>{said.why_waits}</p>}
      {runs.length > 0 && <p>{said.why_passed(runs.length)}</p>}
      {last?.reason && (
        <p>
          {said.run_states[last.status]}: {reasonWords(last.reason)}
        </p>
      )}
      {refusal && (
        <p>
          {said.why_refused} {reasonWords(refusal.reason)} (
          <Time at={refusal.date} zone={zone} precise />)
        </p>
      )}
      {next.length > 0 && (
        <>
          <h3>{said.next}</h3>
          <ul>
            {next.map(({ id, execution_date, reason }, at) => (
              <li key={id}>
                <Time at={execution_date} zone={zone} precise />{' '}
                {actionWords(actions[at]!, subjects(actions[at]!))}
                {reason && ` (${reasonWords(reason)})`}
              </li>
            ))}
          </ul>
        </>
      )}
      {conditions.length > 0 && (
        <>
          <h3>{said.why_conditions}</h3>
          <ul>
            {conditions.map(({ condition, holds }) => (
              <li key={JSON.stringify(condition)}>
                {holds ? said.holds : said.fails}: {inWords(condition)}
              </li>
            ))}
          </ul>
        </>
      )}
      {events.length > 0 && (
        <>
          <h3>{said.why_events}</h3>
          <ul>
            {events.map(({ date }) => (
              <li key={date}>
                <Time at={date} zone={zone} precise /> {triggerWords(sequence)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
