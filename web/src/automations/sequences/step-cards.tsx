import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { useFilterInWords } from '../../audience/filter/in-words.ts';
import { useSubjects } from '../../emails/subjects-of-steps.ts';
import type { Figures, Sequence } from '../../sequences/queries.ts';
import {
  type Action,
  actionWords,
  readAction,
  reasonWords,
  spanWords,
  whenWords,
} from '../../sequences/steps.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import { isEmpty } from './draft.ts';
import { ReaderDialog } from './reader-dialog.tsx';
import styles from './sequence-screen.module.css';

const said = words.sequence;

type Known = { sequence: Sequence; figures: Figures };
type StepFigures = Figures['steps'][number];

/** Shows the steps as cards in one column, each with the people there and the results. */
export function StepCards({ sequence, figures }: Known) {
  const here = useHere();
  const actions = sequence.actions.map(readAction);
  const subjects = useSubjects(here, actions);
  const { data: tags } = useQuery(tagsQuery(here));
  const nameOf = (word: string) => tags?.find(({ id }) => id === word)?.name ?? word;
  if (actions.length === 0) return <p className={styles.none}>{said.no_steps}</p>;
  return (
    <ol className={styles.cards} aria-label={said.steps}>
      {actions.map((action, at) => {
        const step = sequence.steps[at]!;
        return (
          <Card
            key={step.id}
            action={action}
            email={step.email_id}
            name={actionWords(action, subjects(action), nameOf)}
            figures={figures.steps.find(({ id }) => id === step.id)}
          />
        );
      })}
    </ol>
  );
}

function Card({
  action,
  email,
  name,
  figures,
}: {
  action: Action;
  email: string | null;
  name: string;
  figures: StepFigures | undefined;
}) {
  const here = useHere();
  const [isRead, setIsRead] = useState(false);
  const { filters, until } = action;
  const asked = [filters, until?.filters].filter(one => !isEmpty(one)).map(one => one!);
  const inWords = useFilterInWords(here, asked);
  return (
    <li className={styles.card}>
      <div className={styles.what}>
        <small>{whenWords(action)}</small>
        <h3>{name}</h3>
        {until && !isEmpty(until.filters) && (
          <p>{said.waits_until(inWords(until.filters), spanWords(until.at_most))}</p>
        )}
        {filters && !isEmpty(filters) && <p>{said.only(inWords(filters))}</p>}
        {email && (
          <div className={styles.read}>
            <Button look="quiet" onClick={() => setIsRead(true)}>
              {said.reader}
            </Button>
            {typeof action.metadata.email_id === 'string' && (
              <Link to="/$newsletter/emails/$email" params={{ newsletter: here.newsletter.username, email }}>
                {words.step_editor.open_email}
              </Link>
            )}
          </div>
        )}
      </div>
      {figures && <Counts figures={figures} />}
      {isRead && email && <ReaderDialog email={email} subject={name} onClose={() => setIsRead(false)} />}
    </li>
  );
}

const always = ['waiting', 'done'] as const;
const sometimes = ['held', 'skipped', 'failed', 'left'] as const;

/** Says how many people wait, are done, clicked, skipped the step or left, and why. */
function Counts({ figures }: { figures: StepFigures }) {
  const { mail, reasons } = figures;
  const shown = [...always, ...sometimes.filter(name => figures[name] > 0)];
  return (
    <dl className={styles.counts}>
      {shown.map(name => (
        <div key={name}>
          <dt>{name === 'done' && mail ? said.counts.mailed : said.counts[name]}</dt>
          <dd>{words.number(figures[name])}</dd>
          {reasons
            .filter(({ result }) => result === name)
            .map(({ reason, count }) => (
              <dd key={reason} className={styles.reason}>
                {words.sequence.because(count, reasonWords(reason))}
              </dd>
            ))}
          {name === 'done' &&
            mail &&
            (['deliveries', 'clicks'] as const).map(figure => (
              <dd key={figure} className={styles.reason}>
                {words.number(mail[figure])} {said.counts[figure]}
              </dd>
            ))}
        </div>
      ))}
    </dl>
  );
}
