import { useState } from 'react';
import type { Newsletter } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { useFrameLook } from '../emails/preview/frame-look.tsx';
import { MailFrame } from '../emails/preview/mail-frame.tsx';
import { Segments } from '../ui/segments.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import styles from './forms.module.css';
import { type Part, usePreview } from './queries.ts';

type Shown = {
  here: Here;
  shown: Newsletter;
  /** The pages and mails that it can show, the default first. */
  parts: readonly [Part, ...Part[]];
};

/** Shows a page or mail of the newsletter with these settings, narrow or wide, light or dark. */
export function PartPreview({ here, shown, parts }: Shown) {
  const [chosen, setChosen] = useState<Part>(parts[0]);
  const part = parts.includes(chosen) ? chosen : parts[0];
  const { width, scheme, controls } = useFrameLook();
  const { preview, error } = usePreview(here, part, shown);
  const name = words.forms.parts[part];
  return (
    <aside className={styles.preview} aria-label={words.forms.preview}>
      <div className={styles.views}>
        {parts.length > 1 ? (
          <Segments
            label={words.forms.shows}
            value={part}
            options={
              Object.fromEntries(parts.map(one => [one, words.forms.parts[one]])) as Record<Part, string>
            }
            onChange={setChosen}
          />
        ) : (
          <strong>{words.forms.preview}</strong>
        )}
        {controls}
      </div>
      {error && !preview && <Failure error={error} />}
      <section
        className={styles.card}
        data-width={width}
        aria-label={words.forms.preview_of(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the card scrolls, also by keyboard
        tabIndex={0}
      >
        {preview?.subject && <p className={styles.subject}>{preview.subject}</p>}
        {preview ? (
          <MailFrame
            html={preview.html}
            title={words.forms.preview_of(name)}
            scheme={scheme}
            {...(part === 'embed' && { change: addMargins })}
          />
        ) : (
          !error && <Skeleton lines={6} height="4rem" />
        )}
      </section>
    </aside>
  );
}

/** Adds margins to an embedded form. It has none of its own, because the page around it usually provides them. */
function addMargins({ body }: Document): void {
  body.style.padding = '1.5rem';
}
