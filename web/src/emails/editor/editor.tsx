import { autocompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { nonce } from '../../platform/root.ts';
import { words } from '../../words.ts';
import { chooseImages } from '../choose-images.ts';
import styles from './editor.module.css';
import { findings, type LineFinding, setFindings } from './findings.ts';
import { imageForm } from './image-form.ts';
import { addImages, images, type Upload } from './images.ts';
import { slashMenu } from './inserts.ts';
import type { Known } from './liquid.ts';
import { look } from './look.ts';
import { modeIn, textLanguage } from './mode.ts';
import { overlays } from './overlays.ts';
import { pasting } from './paste.ts';
import { goToCell } from './tables.ts';
import { tidy } from './tidy.ts';
import { toolbar } from './toolbar.ts';
import { completeLiquid, setKnown, variables } from './variables.ts';

type Editing = {
  value: string;
  readOnly: boolean;
  /** What there is to fill in; undefined until it is known. */
  known: Known | undefined;
  findings: readonly LineFinding[];
  upload: Upload;
  onChange: (text: string) => void;
  /** Gets the editor when it is there, and undefined when it is gone. */
  onView?: (view: EditorView | undefined) => void;
};

/** Where text is written: Markdown or HTML with Liquid, with tools for the selection and a menu for what can be inserted. */
export function Editor(props: Editing) {
  const latest = useRef(props);
  latest.current = props;
  const view = useRef<EditorView>(undefined);
  const last = useRef(props.value);
  const mount = useRef((parent: HTMLDivElement | null) => {
    if (!parent) return;
    const made = openView(parent, latest.current, {
      upload: (...given) => latest.current.upload(...given),
      change: text => {
        last.current = text;
        latest.current.onChange(text);
      },
    });
    view.current = made;
    latest.current.onView?.(made);
    return () => {
      latest.current.onView?.(undefined);
      made.destroy();
    };
  });
  // What somebody else wrote, or an older revision, comes in as one change that can be undone.
  const { value, known, findings: found } = props;
  useEffect(() => {
    if (!view.current || value === last.current) return;
    last.current = value;
    const { length } = view.current.state.doc;
    view.current.dispatch({ changes: { from: 0, to: length, insert: value } });
  }, [value]);
  useEffect(() => {
    if (known) view.current?.dispatch({ effects: setKnown.of(known) });
  }, [known]);
  useEffect(() => {
    view.current?.dispatch({ effects: setFindings.of(found) });
  }, [found]);
  return <div ref={mount.current} className={styles.editor} />;
}

type Acts = { upload: Upload; change: (text: string) => void };

function openView(parent: HTMLElement, { value, readOnly }: Editing, { upload, change }: Acts): EditorView {
  const add = (view: EditorView, files: File[], at: number) => addImages(view, files, at, upload);
  const choose = (view: EditorView, at: number) => chooseImages(files => add(view, files, at));
  const completion = autocompletion({
    override: [slashMenu(choose), completeLiquid],
    icons: false,
    // What is marked is chosen at once with Enter, as in any menu.
    interactionDelay: 0,
  });
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        EditorState.readOnly.of(readOnly),
        EditorState.phrases.of(words.editor.search),
        history(),
        toolbar,
        completion,
        imageForm,
        images,
        variables,
        findings,
        pasting(add, modeIn),
        search({ top: true }),
        // Tab leaves the editor, as it leaves every other field, except in a table.
        keymap.of([
          { key: 'Tab', run: goToCell(1), shift: goToCell(-1) },
          { key: 'Shift-Alt-f', run: tidy },
          ...searchKeymap.filter(({ key }) => key === undefined || !/^(?:Alt-g|Mod-Alt-g|Mod-d)$/.test(key)),
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Mod-i'),
          ...historyKeymap,
        ]),
        textLanguage,
        look,
        overlays,
        tooltips({ tooltipSpace: roomOf }),
        placeholder(words.write.body_hint),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          id: 'body',
          'aria-label': words.write.body,
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) change(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Where menus may be: below the bar, which stays at the top, and not over the preview. */
function roomOf({ dom }: EditorView) {
  const { left, right } = dom.getBoundingClientRect();
  return {
    top: 64,
    bottom: innerHeight,
    left: 4,
    right: Math.min(innerWidth - 4, Math.max(right, left + 352)),
  };
}
