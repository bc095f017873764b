import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActor } from '../../accounts/actors.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { Button } from '../../ui/button.tsx';
import { words } from '../../words.ts';
import { changesOf, type FieldName, fieldsOf, shownValue } from '../fields.ts';
import { BlockChanges } from '../revisions/block-changes.tsx';
import { WordChanges } from '../revisions/word-changes.tsx';
import { changedParts, type Part, type Versioned } from '../version.ts';
import styles from './review-changed.module.css';
import sheet from './review-sheet.module.css';

const said = words.review.changed;

/** What else makes a version of an email, without a field where it is written. */
const others = ['filters', 'attachments', 'metadata', 'secondary_id', 'related_email_ids'] as const;

type Changed = { reviewed: Versioned; present: Versioned; onReview: () => void; onClose: () => void };

/** Says that somebody has changed the email, or a part of it such as a snippet, since it was reviewed, and what; nothing is sent before another look at it. */
export function ReviewChanged({ reviewed, present, onReview, onClose }: Changed) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const [before, after] = [fieldsOf(reviewed), fieldsOf(present)];
  const changed = Object.keys(changesOf(before, after)) as FieldName[];
  const parts = changedParts(reviewed, present);
  const more = others.filter(name => JSON.stringify(reviewed[name]) !== JSON.stringify(present[name]));
  return (
    <div className={sheet.sheet}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it */}
      <section className={`${sheet.read} ${styles.changes}`} aria-label={said.title} tabIndex={0}>
        <p role="alert">{said.explain}</p>
        {reviewed.status !== present.status && (
          <Change name={said.status}>
            <WordChanges
              before={words.emails.status[reviewed.status]}
              after={words.emails.status[present.status]}
            />
          </Change>
        )}
        {changed.map(name => (
          <Change key={name} name={words.conflict.fields[name]}>
            {name === 'body' ? (
              <BlockChanges before={before.body} after={after.body} />
            ) : (
              <WordChanges before={shownValue(before[name], tags)} after={shownValue(after[name], tags)} />
            )}
          </Change>
        ))}
        {more.length > 0 && (
          <Change name={said.others}>
            <p>{more.map(name => said.fields[name]).join(', ')}</p>
          </Change>
        )}
        {parts.length > 0 && (
          <Change name={said.parts}>
            <ul>
              {parts.map(part => (
                <PartChange key={`${part.part} ${part.key}`} part={part} />
              ))}
            </ul>
          </Change>
        )}
      </section>
      <div className={sheet.actions}>
        <Button look="solid" wide onClick={onReview} data-focus>
          {said.review}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.review.keep}
        </Button>
      </div>
    </div>
  );
}

function PartChange({ part: { part, name, by, how } }: { part: Part }) {
  const here = useHere();
  const actor = useActor(here, by);
  const named = said.part(part, name);
  if (how !== 'changed') return <li>{said[how](named)}</li>;
  return <li>{said.changed(named, actor.isYou ? words.approval.you : actor.name)}</li>;
}

function Change({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.change} aria-label={name}>
      <h3>{name}</h3>
      {children}
    </section>
  );
}
