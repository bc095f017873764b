import { autocompletion } from '@codemirror/autocomplete';
import { openSearchPanel, search } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap, tooltips } from '@codemirror/view';
import { askForPictures } from '../drawing/box-label.ts';
import { around } from './around.ts';
import { bindings } from './bindings.ts';
import { chooseImages } from './choose-images.ts';
import { findings, type LineFinding, setFindings } from './findings.ts';
import { imageForm } from './image-form.ts';
import { addImages, images, type Upload } from './images.ts';
import { insertIcons, slashMenu } from './inserts.ts';
import { linkForm } from './link-form.ts';
import type { Known } from './liquid.ts';
import { menuTheme } from './menu-theme.ts';
import { modeIn } from './mode.ts';
import { overlays } from './overlays.ts';
import { pasting } from './paste.ts';
import { plus } from './plus.ts';
import { toolbar } from './toolbar.ts';
import { completeLiquid, setKnown, variables } from './variables.ts';

/** Returns everything in the editor apart from the text itself: tools, menus, pictures, the search, findings. */
export function toolsOf(upload: Upload): Extension {
  const add = (view: EditorView, files: File[], at: number) => addImages(view, files, at, upload);
  const choose = (view: EditorView, at: number) => chooseImages(files => add(view, files, at));
  return [
    around,
    plus,
    toolbar,
    autocompletion({
      override: [slashMenu(choose), completeLiquid],
      icons: false,
      addToOptions: [insertIcons],
      // Enter chooses the highlighted option at once, as in any menu, however fast somebody types.
      interactionDelay: 0,
      activateOnTypingDelay: 0,
    }),
    askForPictures.of(choose),
    imageForm,
    linkForm,
    images,
    variables,
    findings,
    pasting(add, modeIn),
    search({ top: true }),
    keymap.of(bindings),
    overlays,
    menuTheme,
    tooltips({ tooltipSpace: roomOf }),
  ];
}

/** Gives the tools the names that the text can use, and the service's findings. */
export function tell(view: EditorView, known: Known | undefined, found: readonly LineFinding[]): void {
  view.dispatch({ effects: [...(known ? [setKnown.of(known)] : []), setFindings.of(found)] });
}

/** Opens the search. */
export function find(view: EditorView): void {
  openSearchPanel(view);
}

/** Returns the space for menus: below the sticky bar, and not over the preview. */
function roomOf({ dom }: EditorView) {
  const { left, right } = dom.getBoundingClientRect();
  return {
    top: 64,
    bottom: innerHeight,
    left: 4,
    right: Math.min(innerWidth - 4, Math.max(right, left + 352)),
  };
}
