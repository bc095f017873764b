import { useState } from 'react';
import type { Here } from '../accounts/newsletters.ts';
import { MailFrame } from '../emails/preview/mail-frame.tsx';
import { Segments } from '../ui/segments.tsx';
import { words } from '../words.ts';
import styles from './simulation.module.css';
import type { SimulatedEmail } from './simulation-queries.ts';

/** Shows a mail as an inbox does. */
export function SimulatedMail({
  here,
  rendered,
}: {
  here: Here;
  rendered: NonNullable<SimulatedEmail['rendered']>;
}) {
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const { name, from_name } = here.newsletter;
  const { subject, html, text } = rendered;
  const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return (
    <div className={styles.card} data-width={width}>
      <div className={styles.head}>
        <span>
          <strong>{from_name || name}</strong>
          <span>{subject}</span>
        </span>
        <Segments
          label={words.write.width}
          value={width}
          options={{ wide: words.write.wide, phone: words.write.phone }}
          onChange={setWidth}
        />
      </div>
      {html === '' ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        <MailFrame html={html} title={words.simulator.preview(subject)} scheme={scheme} />
      )}
    </div>
  );
}
