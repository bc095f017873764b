import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Email, LinkFigures } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Section } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';
import { MailFrame } from '../preview/mail-frame.tsx';
import { titleOf } from '../title.ts';
import { FigureTable } from './figure-table.tsx';
import { mailedQuery } from './queries.ts';
import styles from './report.module.css';

const report = words.report;
type Mapped = { email: Email; links: LinkFigures[]; clickers: number };

/** Shows where people clicked: the mail with the number of people at each link, and the same numbers as a table. */
export function ClickMap({ email, links, clickers }: Mapped) {
  const here = useHere();
  const { data: mailed, isPending } = useQuery(mailedQuery(here, email));
  const [variant, setVariant] = useState<'full' | 'teaser'>('full');
  const place = useRef<HTMLElement>(null);
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
        <section ref={place} className={styles.mail} tabIndex={0} aria-label={report.map}>
          {mailed && (
            <MailFrame html={html} title={report.map_of(titleOf(email))} scheme="light" change={draw} />
          )}
        </section>
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

/** The colours are fixed, because a mail is light whatever the dashboard's scheme is. */
const badge =
  'display:inline-block;margin:0 2px 0 6px;padding:0 7px;border-radius:10px;font:600 12px/19px system-ui,sans-serif;letter-spacing:0;text-decoration:none;text-transform:none;white-space:nowrap;vertical-align:middle;';
const clicked = `${badge}background:#ad3a22;color:#fff;`;
const unclicked = `${badge}background:#e7e3dd;color:#57503f;`;
const style = '<style>[data-link]:focus{outline:3px solid #ad3a22;outline-offset:3px}</style>';

/**
 * Puts a badge at the end of each counted link of the mail in `page`, with the number of people who followed it and their share of the
 * `clickers`. Returns the places of the links that this mail shows. The badge is text inside its link, so that screen readers read it.
 */
function addBadges(page: Document, links: LinkFigures[], clickers: number): Set<number> {
  const places = new Map(links.map(({ url }, index) => [url, index]));
  const found = new Set<number>();
  for (const anchor of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const index = places.get(anchor.getAttribute('href')!);
    if (index === undefined) continue;
    const { recipients } = links[index]!;
    const mark = page.createElement('span');
    mark.setAttribute('style', recipients > 0 ? clicked : unclicked);
    mark.textContent = words.report.badge(recipients, clickers);
    mark.title = words.report.followed(recipients);
    anchor.dataset.link = String(index);
    anchor.append(mark);
    found.add(index);
  }
  page.head.insertAdjacentHTML('beforeend', style);
  return found;
}
