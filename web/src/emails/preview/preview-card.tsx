import { type RefObject, useState } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { usePainted } from '../../platform/when-painted.ts';
import { FilterChip } from '../../ui/chip.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Failure } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { unfinishedIn } from '../unfinished.ts';
import { useFrameLook } from './frame-look.tsx';
import row from './inbox-row.module.css';
import { MailFrame } from './mail-frame.tsx';
import type { Preview } from './preview.ts';
import styles from './preview-card.module.css';
import { ReaderChoice } from './reader-choice.tsx';

export type PreviewView = 'mail' | 'text' | 'web' | 'inbox';

type Shown = {
  here: Here;
  subject: string;
  /** True if only the email's page is shown. */
  isOfPage: boolean;
  preview: Preview | undefined;
  error: unknown;
  view: PreviewView;
  reader: string | undefined;
  onView: (view: PreviewView) => void;
  onReader: (reader: string | undefined) => void;
};

/**
 * Shows the mail as an inbox does: as mail, text, page or row of a list, for a real reader or for one without a name. The editor is painted
 * first; the card follows in the space reserved for it.
 */
export function PreviewCard({ place, ...shown }: Shown & { place: RefObject<HTMLElement | null> }) {
  const follows = usePainted();
  return (
    <aside ref={place} className={styles.place} aria-label={words.write.preview}>
      {follows && <Card {...shown} />}
    </aside>
  );
}

function Card({ here, subject, isOfPage, preview, error, view, reader, onView, onReader }: Shown) {
  const { width, scheme, controls } = useFrameLook();
  const [hasImages, setHasImages] = useState(true);
  const seesReaders = usePermission('subscribers', 'read');
  const { name, from_name } = here.newsletter;
  const sender = from_name || name;
  const isFramed = view === 'mail' || view === 'web';
  const named = words.preview;
  return (
    <>
      {!isOfPage && (
        <div className={styles.views}>
          <Segments label={named.view} value={view} options={named.views} onChange={onView} />
          {seesReaders && <ReaderChoice reader={reader} onChange={onReader} />}
        </div>
      )}
      <div className={`${styles.card} ${isFramed ? styles[width] : ''}`}>
        <div className={styles.head}>
          <span className={styles.face} aria-hidden="true">
            {sender.charAt(0).toUpperCase()}
          </span>
          <span className={styles.line}>
            <strong>{sender}</strong>
            <span>{preview?.subject ?? subject}</span>
          </span>
          {isFramed && controls}
          {view === 'mail' && (
            <FilterChip on={hasImages} onChange={setHasImages}>
              {named.images}
            </FilterChip>
          )}
        </div>
        {error ? <Trouble error={error} /> : null}
        {isFramed ? (
          <Framed preview={preview} view={view} scheme={scheme} subject={subject} hasImages={hasImages} />
        ) : view === 'text' ? (
          <pre className={styles.plain}>{preview?.text}</pre>
        ) : (
          preview && <InboxRow inbox={preview.inbox} />
        )}
      </div>
    </>
  );
}

/** Says why the text cannot be rendered. While somebody types, it is usually just unfinished. */
function Trouble({ error }: { error: unknown }) {
  const unfinished = unfinishedIn(error);
  return (
    <div className={styles.trouble}>
      {unfinished ? (
        <p role="status">
          <strong>{words.preview.waits}</strong> {words.write.unfinished_reason(unfinished)}
        </p>
      ) : (
        <Failure error={error} />
      )}
    </div>
  );
}

type Frame = Pick<Shown, 'preview' | 'view' | 'subject'> & { scheme: 'light' | 'dark'; hasImages: boolean };

function Framed({ preview, view, subject, scheme, hasImages }: Frame) {
  const isWeb = view === 'web';
  if (isWeb && preview?.web === null) return <p className={styles.none}>{words.preview.no_page}</p>;
  const html = (isWeb ? preview?.web : preview?.html) ?? '';
  // A mail without HTML is shown as text.
  if (!isWeb && preview && html === '') return <pre className={styles.plain}>{preview.text}</pre>;
  return (
    <MailFrame
      html={isWeb || hasImages ? html : withoutImages(html)}
      title={words.write.preview_of(subject)}
      scheme={scheme}
    />
  );
}

/** Replaces pictures with their descriptions, as mail programs do while pictures are blocked. */
function withoutImages(html: string): string {
  return html
    .replace(/<img\b[^>]*>/gi, tag => tag.replace(/\ssrc="[^"]*"/i, ''))
    .replace(/background(?:-image)?:\s*[^;"]*url\([^)]*\)[^;"]*/gi, '');
}

/** Shows the email as a row of an inbox. */
function InboxRow({ inbox: { from, subject, preview } }: { inbox: Preview['inbox'] }) {
  return (
    <ul className={row.list}>
      <Other />
      <li className={row.row}>
        <strong>{from}</strong>
        <time>{words.preview.now}</time>
        <span className={row.subject}>{subject}</span>
        <span className={row.words}>{preview}</span>
      </li>
      <Other />
      <Other />
    </ul>
  );
}

function Other() {
  return (
    <li className={row.other} aria-hidden="true">
      <span />
      <span />
    </li>
  );
}
