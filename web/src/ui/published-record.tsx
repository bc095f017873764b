import type { ReactNode } from 'react';
import type { SenderCheck } from '../../../src/client/schema.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { Mark } from './chip.tsx';
import { copyText } from './copy-text.ts';
import styles from './published-record.module.css';

const said = words.domain;
type Shown = Pick<SenderCheck['records'][number], 'name' | 'value' | 'state' | 'found' | 'detail'> & {
  type: string;
};

/** The list of records to publish. */
export function PublishedRecords({ children }: { children: ReactNode }) {
  return <ul className={styles.records}>{children}</ul>;
}

/** A record to publish: its name and value to copy, its state in DNS, and what to do if it is missing. */
export function PublishedRecord({ record, title }: { record: Shown; title: string }) {
  const { type, name, value, state, found, detail } = record;
  return (
    <li className={styles.record}>
      <h3>
        {title}
        <Mark strong={state === 'missing' || state === 'wrong'}>{said.states[state]}</Mark>
      </h3>
      {detail && <p>{detail}</p>}
      <dl>
        <dt>{said.type}</dt>
        <dd>
          <code>{type}</code>
        </dd>
        <Copied term={said.name} text={name} label={said.copy_name(name)} />
        <Copied term={said.value} text={value} label={said.copy_value(name)} />
        {state === 'wrong' && (
          <>
            <dt>{said.found}</dt>
            <dd>
              {found.map(one => (
                <code key={one}>{one}</code>
              ))}
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

function Copied({ term, text, label }: { term: string; text: string; label: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>
        <code>{text}</code>
        <Button look="quiet" aria-label={label} onClick={() => void copyText(text)}>
          {words.parts.copy}
        </Button>
      </dd>
    </>
  );
}
