import type { UseQueryResult } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import { type Action, actionWords, reasonWords, whenWords } from '../../sequences/steps.ts';
import { words } from '../../words.ts';
import styles from '../simulation.module.css';
import { SimulationSection } from '../simulation-section.tsx';
import own from './editor.module.css';
import { Samples } from './samples.tsx';
import { DayStrip, MailDays } from './simulated-days.tsx';
import type { Simulated } from './simulation-query.ts';

const said = words.sequence_simulation;

/** Shows what the sequence would have done in the last 90 days: entries and mails by day, refusals, and some passages. */
export function SequenceSimulation({
  actions,
  query,
}: {
  actions: Action[];
  query: UseQueryResult<Simulated>;
}) {
  return (
    <SimulationSection label={said.label} working={said.working} query={query}>
      {data => <Results actions={actions} data={data} />}
    </SimulationSection>
  );
}

function Results({ actions, data }: { actions: Action[]; data: Simulated }) {
  const here = useHere();
  const subjects = useSubjects(here, actions);
  // The answer has the steps of the draft in the same order.
  const nameOf = (id: string) => {
    const action = actions[data.steps.findIndex(step => step.id === id)];
    return action ? actionWords(action, subjects(action)) : '';
  };
  const { entered, mails, entries, refused, exits } = data;
  if (entered === 0)
    return (
      <>
        <h2>{said.nobody}</h2>
        <p className={styles.hint}>{said.nobody_detail}</p>
        <Reasons title={said.refused} reasons={refused} />
      </>
    );
  return (
    <>
      <p className={styles.figure} aria-live="polite">
        <strong>{words.number(entered)}</strong>
        <span>
          {said.entered(entered)}. {said.mails(mails)}
        </span>
      </p>
      <DayStrip label={said.entries} days={entries} />
      {mails > 0 && (
        <>
          <h2>{said.by_step}</h2>
          <ul className={own.byStep}>
            {data.steps.map(({ id, type }, at) => {
              const count = data.mails_by_day
                .filter(one => one.step === id)
                .reduce((sum, one) => sum + one.count, 0);
              const action = actions[at];
              return type === 'send_email' && action ? (
                <li key={id}>
                  <small>{whenWords(action)}</small>
                  <span>{nameOf(id)}</span>
                  <strong>{said.step_mails(count)}</strong>
                </li>
              ) : null;
            })}
          </ul>
          <MailDays data={data} nameOf={nameOf} />
        </>
      )}
      <Reasons title={said.refused} reasons={refused} />
      <Reasons title={said.exits} reasons={exits} />
      {data.same_day > 0 && <p className={styles.hint}>{said.same_day(data.same_day)}</p>}
      {data.by_todays_values > 0 && <p className={styles.hint}>{said.todays(data.by_todays_values)}</p>}
      {!data.is_complete && <p className={styles.hint}>{said.incomplete}</p>}
      <Samples data={data} nameOf={nameOf} />
    </>
  );
}

/** Lists reasons with their counts. */
export function Reasons({ title, reasons }: { title: string; reasons: { reason: string; count: number }[] }) {
  if (reasons.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul className={own.reasons}>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>{words.sequence.because(count, reasonWords(reason))}</li>
        ))}
      </ul>
    </>
  );
}
