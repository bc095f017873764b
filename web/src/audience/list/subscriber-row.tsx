import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Subscriber, Tag } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { words } from '../../words.ts';
import type { Column } from './columns.tsx';
import styles from './table.module.css';

type Shown = {
  here: Here;
  subscriber: Subscriber;
  columns: Column[];
  tags: Tag[];
  isChosen: boolean;
  /** Absent if the signed-in person cannot change anybody. */
  onChoose?: (id: string) => void;
};

/** Shows a subscriber in the table. It renders again only when they or the selection have changed, however far the table is scrolled. */
export const SubscriberRow = memo(function SubscriberRow(shown: Shown) {
  const { here, subscriber, columns, tags, isChosen, onChoose } = shown;
  const { id, email_address } = subscriber;
  const { username, timezone } = here.newsletter;
  return (
    <>
      {onChoose && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={words.subscribers.select(email_address)}
            onChange={() => onChoose(id)}
          />
        </label>
      )}
      <Link
        to="/$newsletter/subscribers/$person"
        params={{ newsletter: username, person: id }}
        className={styles.row}
        preload={false}
      >
        <span className={styles.address}>{email_address}</span>
        <span className={styles.cells}>
          {columns.map(column => (
            <span key={column.id} className={styles.cell}>
              {column.cell(subscriber, { tags, zone: timezone })}
            </span>
          ))}
        </span>
      </Link>
    </>
  );
});
