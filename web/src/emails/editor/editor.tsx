import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { whenPainted } from '../../platform/when-painted.ts';
import { setAnswers } from '../drawing/answers.ts';
import type { Answers } from '../drawing/chips.ts';
import styles from './editor.module.css';
import type { LineFinding } from './findings.ts';
import type { Upload } from './images.ts';
import type { Known } from './liquid.ts';
import { addTools, openView, replaceText, showMarks } from './open.ts';
import { useShownMarks } from './shown-marks.ts';

// The tools load while the text is being drawn.
const tools = import('./tools.ts');

type Editing = {
  value: string;
  readOnly: boolean;
  /** The names that the text can use; undefined until they are known. */
  known: Known | undefined;
  findings: readonly LineFinding[];
  /** The chosen reader's text for each piece of Liquid; undefined if nobody is chosen. */
  answers?: Answers | undefined;
  upload: Upload;
  onChange: (text: string) => void;
  /** Called with the editor once it exists, and with undefined when it is gone. */
  onView?: (view: EditorView | undefined) => void;
  /** Called with a function that opens the search once the tools have loaded, and with undefined when they are gone. */
  onFind?: (find: (() => void) | undefined) => void;
};

/**
 * Edits text: Markdown or HTML with Liquid, with tools for the selection and a menu of things to insert. The text appears first; the tools
 * follow once it has been painted.
 */
export function Editor(props: Editing) {
  const showsMarks = useShownMarks();
  const latest = useRef({ ...props, showsMarks });
  latest.current = { ...props, showsMarks };
  const view = useRef<EditorView>(undefined);
  const last = useRef(props.value);
  const tell = useRef<() => void>(undefined);
  const mount = useRef((parent: HTMLDivElement | null) => {
    if (!parent) return;
    const made = openView(parent, {
      ...latest.current,
      change: text => {
        last.current = text;
        latest.current.onChange(text);
      },
    });
    view.current = made;
    latest.current.onView?.(made);
    const stop = whenPainted(async () => {
      const loaded = await tools;
      if (view.current !== made) return;
      addTools(
        made,
        loaded.toolsOf((...given) => latest.current.upload(...given)),
      );
      tell.current = () => loaded.tell(made, latest.current.known, latest.current.findings);
      tell.current();
      latest.current.onFind?.(() => loaded.find(made));
    });
    return () => {
      stop();
      view.current = undefined;
      tell.current = undefined;
      latest.current.onView?.(undefined);
      latest.current.onFind?.(undefined);
      made.destroy();
    };
  });
  // A text by somebody else, or an older revision, comes in as one change that can be undone.
  const { value, known, findings } = props;
  useEffect(() => {
    if (!view.current || value === last.current) return;
    last.current = value;
    replaceText(view.current, value);
  }, [value]);
  const { answers } = props;
  useEffect(() => view.current?.dispatch({ effects: setAnswers.of(answers ?? new Map()) }), [answers]);
  const wasShown = useRef(showsMarks);
  useEffect(() => {
    if (wasShown.current === showsMarks) return;
    wasShown.current = showsMarks;
    if (!view.current) return;
    showMarks(view.current, showsMarks);
    view.current.focus();
  }, [showsMarks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it tells the tools what has changed
  useEffect(() => tell.current?.(), [known, findings]);
  return <div ref={mount.current} className={styles.editor} />;
}
