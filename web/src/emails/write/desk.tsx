import type { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePermission } from '../../accounts/session.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { addDefault, defaultFor } from '../editor/defaults.ts';
import type { LineFinding } from '../editor/findings.ts';
import { followText, goTo, placeOf } from '../editor/follow.ts';
import { useMayChange, whyFixed } from '../open-fields.ts';
import type { Finding } from '../preview/preview.ts';
import { PreviewCard } from '../preview/preview-card.tsx';
import { useShown } from '../preview/shown.ts';
import { ApprovalNote } from '../review/approval.tsx';
import { useReview } from '../review/use-review.ts';
import { DeskTools } from './desk-tools.tsx';
import { PageNote } from './page-note.tsx';
import { Sheets } from './sheets.tsx';
import { type Opened, useDesk } from './use-desk.ts';
import styles from './write-screen.module.css';
import { WrittenText } from './written-text.tsx';

/** The settings that a paywall needs: readers who do not pay get the part above it. */
const paid = { email_type: 'premium', should_send_teaser: true } as const;

/** Adds the remedies to the findings. Returns the same list until the findings change. */
function useRemedies(findings: readonly LineFinding[], draft: Draft | undefined): readonly LineFinding[] {
  return useMemo(
    () =>
      findings.map(one => {
        if (!one.is_open_paywall || !draft) return one;
        return { ...one, remedy: { name: words.review.hide_rest, run: () => draft.change(paid) } };
      }),
    [findings, draft],
  );
}

/** Edits an email, with everything that concerns it. */
export function Desk({ here, email, onCreate }: Opened) {
  const { draft, panel, show } = useDesk({ here, email, onCreate });
  const writes = usePermission('emails', 'write');
  const mayChange = useMayChange(email);
  const isFixed = whyFixed(email) !== undefined;
  const sends = writes && !isFixed;
  const { reviewed, setReviewed, review } = useReview(draft, panel === 'review' && sends);
  const [view, setView] = useState<'text' | 'preview'>('text');
  const [editor, setEditor] = useState<EditorView>();
  const fields = draft.fields.use();
  const { subject } = fields;
  const { findings, ...previewed } = useShown(here, email, fields);
  useEffect(
    () => (editor && previewed.place.current ? followText(editor, previewed.place.current) : undefined),
    [editor, previewed.place],
  );

  const jump = (line: number) => {
    // The text can take the focus only once it is shown.
    flushSync(() => setView('text'));
    if (editor) goTo(editor, placeOf(editor, line));
  };
  const noted = useRemedies(findings, sends ? draft : undefined);
  const fix = ({ kind, part, line, column }: Finding) => {
    // The closing sheet returns the focus first.
    flushSync(() => setReviewed(undefined));
    if (kind === 'paywall_open') draft.change(paid);
    else if (part === 'subject') {
      const found = defaultFor(subject, (column ?? 1) - 1);
      if (found) draft.change({ subject: subject.replaceAll(found.written, found.given) });
    } else {
      flushSync(() => setView('text'));
      if (editor) addDefault(editor, placeOf(editor, line ?? 1, column ?? 1));
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within
    <div
      data-view={view}
      onKeyDown={event => {
        if (!isPressed(event, keys.writing.review) || reviewed || !sends) return;
        event.preventDefault();
        review();
      }}
    >
      <title>{words.parts.title(subject || words.write.title)}</title>
      <DeskTools
        here={here}
        email={email}
        draft={draft}
        view={view}
        onView={setView}
        onJump={jump}
        onShow={show}
        onReview={sends ? review : undefined}
      />
      <main className={styles.desk} data-around-text>
        {email && <ApprovalNote here={here} email={email} className={styles.waits} />}
        {email && <PageNote email={email} onRevisions={() => show('revisions')} />}
        <WrittenText
          email={email}
          draft={draft}
          findings={noted}
          reader={previewed.reader}
          readOnly={!mayChange('body')}
          onEditor={setEditor}
        />
        <PreviewCard here={here} subject={subject} isOfPage={isFixed} {...previewed} />
      </main>
      <Sheets
        email={email}
        draft={draft}
        panel={panel}
        reviewed={reviewed}
        show={show}
        onReview={present => {
          setReviewed(present);
          void draft.refresh();
        }}
        onReviewed={() => {
          setReviewed(undefined);
          if (panel === 'review') show(undefined);
        }}
        onShowAs={address => {
          setReviewed(undefined);
          setView('preview');
          previewed.onView('mail');
          previewed.onReader(address);
        }}
        onJump={line => {
          // The closing sheet returns the focus first.
          flushSync(() => setReviewed(undefined));
          jump(line);
        }}
        onFix={fix}
      />
    </div>
  );
}
