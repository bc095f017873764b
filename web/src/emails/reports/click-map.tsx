import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Email, LinkFigures } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Section } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import { MailFrame } from '../mail-frame.tsx';
import { titleOf } from '../title.ts';
import { addBadges } from './badges.ts';
import { FigureTable } from './figure-table.tsx';
import { mailedQuery } from './queries.ts';
import styles from './report.module.css';

const report = words.report;
type Mapped = { here: Here; email: Email; links: LinkFigures[]; clickers: number };

/** Where people clicked: the mail as it was sent with each link's people beside it, and the same links as a table. */
export function ClickMap({ here, email, links, clickers }: Mapped) {
  const { data: mailed, isPending } = useQuery(mailedQuery(here, email));
  const [variant, setVariant] = useState<'full' | 'teaser'>('full');
  const place = useRef<HTMLDivElement>(null);
  const html = (variant === 'teaser' && mailed?.teaser_html) || mailed?.html || '';
  const [found, setFound] = useState<ReadonlySet<number>>(new Set());
  const draw = useCallback((page: Document) => setFound(addBadges(page, links, clickers)), [links, clickers]);
  return (
    <Section
      title={report.map}
      note={report.map_note}
      action={
        mailed &&
        mailed.teaser_html !== null && (
          <Segments label={report.variant} value={variant} options={report.variants} onChange={setVariant} />
        )
      }
    >
      {(isPending || html !== '') && (
        <div ref={place} className={styles.mail}>
          {mailed && (
            <MailFrame html={html} title={report.map_of(titleOf(email))} scheme="light" change={draw} />
          )}
        </div>
      )}
      {mailed?.is_kept === false && <Note>{report.map_now}</Note>}
      <FigureTable
        heads={[report.link, report.people, report.clicks, report.machines, report.find_short]}
        rows={links.map((one, index) => [
          <a key="url" href={one.url} target="_blank" rel="noreferrer">
            {one.url.replace(/^https?:\/\//, '')}
          </a>,
          words.number(one.recipients),
          words.number(one.clicks),
          words.number(one.machine_clicks),
          found.has(index) ? (
            <Button
              key="find"
              look="quiet"
              className={styles.find!}
              aria-label={report.find(one.url)}
              onClick={() => place.current && showLink(place.current, index)}
            >
              ↑
            </Button>
          ) : (
            ''
          ),
        ])}
      />
    </Section>
  );
}

/** Scrolls to the link in the mail and moves the focus there. */
function showLink(place: HTMLElement, index: number): void {
  const page = place.querySelector('iframe')?.contentDocument;
  const link = page?.querySelector<HTMLElement>(`[data-link="${index}"]`);
  link?.scrollIntoView({ block: 'center' });
  link?.focus({ preventScroll: true });
}
