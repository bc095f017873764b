import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { reasonWords } from '../../sequences/steps.ts';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import styles from '../simulation.module.css';
import own from './editor.module.css';
import { PersonLink, useAddresses } from './person-link.tsx';
import type { Simulated } from './simulation-query.ts';

const said = words.sequence_simulation;
const few = 3;

/** Shows some passages, step by step. */
export function Samples({
  data: { samples },
  nameOf,
}: {
  data: Simulated;
  nameOf: (step: string) => string;
}) {
  const here = useHere();
  const [showsAll, setShowsAll] = useState(false);
  const addresses = useAddresses(
    here,
    samples.map(({ subscriber_id }) => subscriber_id),
  );
  const zone = here.newsletter.timezone;
  const shown = showsAll ? samples : samples.slice(0, few);
  return (
    <>
      <h2>{said.samples}</h2>
      <ul className={own.samples}>
        {shown.map(({ subscriber_id, entered_date, left, steps }) => (
          <li key={`${subscriber_id} ${entered_date}`}>
            <PersonLink id={subscriber_id} address={addresses.get(subscriber_id ?? '')} />
            <ol>
              {steps.map(({ id, result, reason, date }) => (
                <li key={id} className={own.passage}>
                  <Time at={date} zone={zone} precise />
                  <span>
                    {nameOf(id)}
                    {result === 'skipped' &&
                      ` (${words.parts.with_detail(words.sequence.counts.skipped, reasonWords(reason))})`}
                  </span>
                </li>
              ))}
              {steps.length === 0 && left === null && (
                <li className={own.passage}>
                  <Time at={entered_date} zone={zone} precise />
                  <span>{words.sequence.since}</span>
                </li>
              )}
              {left !== null && (
                <li className={own.passage}>
                  <span />
                  <span>{said.sample_left(reasonWords(left))}</span>
                </li>
              )}
            </ol>
          </li>
        ))}
      </ul>
      {samples.length > shown.length && (
        <button type="button" className={styles.all} onClick={() => setShowsAll(true)}>
          {said.show_all(samples.length)}
        </button>
      )}
    </>
  );
}
