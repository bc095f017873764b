import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActor } from '../../accounts/actors.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { fieldName } from '../../platform/field-name.ts';
import { words } from '../../words.ts';
import { changesOf, type FieldName, fieldsOf, shownValue } from '../fields.ts';
import { BlockChanges } from '../revisions/block-changes.tsx';
import { WordChanges } from '../revisions/word-changes.tsx';
import { changedParts, type Part, type Versioned } from '../version.ts';
import styles from './review-changed.module.css';

const said = words.review.changed;

/** The parts of a version that have no field in the editor. */
const others = ['filters', 'attachments', 'metadata', 'secondary_id', 'related_email_ids'] as const;

type Compared = { reviewed: Versioned; present: Versioned };

/** Names the differences between two versions. */
function differencesOf({ reviewed, present }: Compared) {
  return {
    fields: Object.keys(changesOf(fieldsOf(reviewed), fieldsOf(present))) as FieldName[],
    parts: changedParts(reviewed, present),
    more: others.filter(name => JSON.stringify(reviewed[name]) !== JSON.stringify(present[name])),
  };
}

/** Returns true if the two versions differ in what readers get. */
export function isChanged(compared: Compared): boolean {
  const { fields, parts, more } = differencesOf(compared);
  return fields.length + parts.length + more.length > 0;
}

/** Says in words what has changed from the reviewed version to the present one, in the email and in its parts. */
export function Changes({ reviewed, present }: Compared) {
  const here = useHere();
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const [before, after] = [fieldsOf(reviewed), fieldsOf(present)];
  const { fields, parts, more } = differencesOf({ reviewed, present });
  return (
    <>
      {reviewed.status !== present.status && (
        <Change name={said.status}>
          <WordChanges
            before={words.emails.status[reviewed.status]}
            after={words.emails.status[present.status]}
          />
        </Change>
      )}
      {fields.map(name => (
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
    </>
  );
}

function PartChange({ part: { part, name, by, how } }: { part: Part }) {
  const here = useHere();
  const actor = useActor(here, by);
  const named = said.part(part, part === 'newsletter' ? fieldName(name) : name);
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
