import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { Segments } from '../ui/segments.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { MailFrame } from './mail-frame.tsx';
import { previewQuery, type Text } from './preview.ts';
import styles from './preview-card.module.css';

type Shown = { here: Here; email: Email | undefined } & Text;

/** The mail as an inbox shows it. The text is there first; the card follows in the place that is kept for it. */
export function PreviewCard(shown: Shown) {
  const follows = useDeferredValue(true, false);
  return (
    <aside className={styles.place} aria-label={words.write.preview}>
      {follows && <Card {...shown} />}
    </aside>
  );
}

function Card({ here, email, subject, body }: Shown) {
  const text = useDeferredValue({ subject, body });
  const { data, error } = useQuery(previewQuery(here, email, text));
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const [scheme, setScheme] = useState<'light' | 'dark'>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const { name, from_name } = here.newsletter;
  const sender = from_name || name;
  return (
    <div className={`${styles.card} ${styles[width]}`}>
      <div className={styles.head}>
        <span className={styles.face} aria-hidden="true">
          {sender.charAt(0).toUpperCase()}
        </span>
        <span className={styles.line}>
          <strong>{sender}</strong>
          <span>{data?.subject ?? subject}</span>
        </span>
        <Segments
          label={words.write.scheme}
          value={scheme}
          options={{ light: words.write.light, dark: words.write.dark }}
          onChange={setScheme}
        />
        <Segments
          label={words.write.width}
          value={width}
          options={{ wide: words.write.wide, phone: words.write.phone }}
          onChange={setWidth}
        />
      </div>
      {error && (
        <div className={styles.trouble}>
          <Failure error={error} />
        </div>
      )}
      <MailFrame html={data?.html ?? ''} title={words.write.preview_of(subject)} scheme={scheme} />
    </div>
  );
}
