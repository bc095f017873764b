import type { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { type KeyboardEvent, lazy, memo, Suspense, useDeferredValue, useMemo, useRef } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { themeOf, themesQuery } from '../../accounts/themes.ts';
import { isPressed, keys } from '../../platform/keys.ts';
import { limits } from '../../platform/limits.ts';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import type { LineFinding } from '../editor/findings.ts';
import { useKnown } from '../editor/known.ts';
import { PlainEditor } from '../editor/plain-editor.tsx';
import { uploadImage } from '../editor/upload.ts';
import { countWords } from '../fields.ts';
import { useAnswers } from '../preview/answers.ts';
import { dressOf } from './dress.ts';
import styles from './write-screen.module.css';

const Begin = lazy(() => import('../templates/begin.tsx').then(file => ({ default: file.Begin })));
const Editor = lazy(() => import('../editor/editor.tsx').then(file => ({ default: file.Editor })));

type Writing = {
  email: Email | undefined;
  draft: Draft;
  readOnly: boolean;
  findings: readonly LineFinding[];
  /** The reader of the preview; undefined for nobody in particular. */
  reader: string | undefined;
  onEditor: (view: EditorView | undefined) => void;
};

/** Edits the subject and the text. */
export function WrittenText({ email, draft, readOnly, findings, reader, onEditor }: Writing) {
  const here = useHere();
  const { subject, body } = draft.fields.use();
  const known = useKnown(here);
  const answers = useAnswers(here, reader, body);
  const upload = useMemo(() => uploadImage(here), [here]);
  const search = useSearch();
  const read = useDeferredValue(body);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the one shortcut for everything within
    <div className={styles.text} style={useDress(here)} onKeyDown={search.onKeyDown}>
      <h1>
        <textarea
          className={styles.subject}
          aria-label={words.write.subject}
          placeholder={words.write.subject_hint}
          rows={1}
          maxLength={limits.emails.subject}
          value={subject}
          readOnly={readOnly}
          // biome-ignore lint/a11y/noAutofocus: a new email starts with its subject
          autoFocus={email === undefined}
          onChange={event => draft.change({ subject: event.target.value.replace(/\n/g, ' ') })}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            document.getElementById('body')?.focus();
          }}
        />
      </h1>
      <Suspense
        fallback={
          <PlainEditor value={body} readOnly={readOnly} onChange={text => draft.change({ body: text })} />
        }
      >
        <Editor
          value={body}
          readOnly={readOnly}
          known={known}
          findings={findings}
          answers={answers}
          onView={onEditor}
          onFind={search.onFind}
          upload={upload}
          onChange={draft.type}
        />
      </Suspense>
      {body === '' && !readOnly ? (
        <Suspense>
          <Begin
            onBegin={begun => {
              draft.change({ ...begun, ...(subject !== '' && { subject }) });
              document.getElementById('body')?.focus();
            }}
          />
        </Suspense>
      ) : (
        <WordCount body={read} />
      )}
    </div>
  );
}

/** Handles the search key wherever it is pressed, even before the tools have loaded, so that the browser's own search never opens. */
function useSearch() {
  const find = useRef<() => void>(undefined);
  const isAsked = useRef(false);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      // The editor itself has handled it.
      if (event.defaultPrevented || !isPressed(event, keys.writing.find)) return;
      event.preventDefault();
      isAsked.current = find.current === undefined;
      find.current?.();
    },
    onFind: (next: (() => void) | undefined) => {
      find.current = next;
      if (isAsked.current) next?.();
      isAsked.current = false;
    },
  };
}

/** Counts the words, perhaps a moment late, because typed text is painted first. */
const WordCount = memo(({ body }: { body: string }) => (
  <p className={styles.count}>{words.editor.words(countWords(body))}</p>
));

/** Returns the typefaces, the size and the accent of the newsletter's mails, for the editor. */
function useDress(here: Here): CSSProperties {
  const { data: themes } = useQuery(themesQuery(here));
  return dressOf(themes?.typefaces ?? [], themeOf(themes, here.newsletter), here.newsletter);
}
