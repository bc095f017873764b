import type MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { DomainError } from '../../platform/errors.ts';

/** More would be no letter, and the plugin takes ever longer to sort them. */
const limit = 1_000;

const label = /\[\^[^\s\]]{1,200}\]/y;

/** `[^1]` with `[^1]: note`, and `^[note]`: a list at the end whose items link back to where they are referred to. */
export function addFootnotes(md: InstanceType<typeof MarkdownIt>): void {
  md.use(footnotes);
  // The plugin would look for the end of each label that has none; a link or an image it is not, that was tried before.
  md.inline.ruler.before('footnote_ref', 'footnote_label', (state, silent) => {
    if (!state.src.startsWith('[^', state.pos)) return false;
    label.lastIndex = state.pos;
    if (label.test(state.src)) return false;
    if (!silent) state.pending += '[^';
    state.pos += 2;
    return true;
  });
  md.core.ruler.before('footnote_tail', 'footnote_limit', state => {
    const { list = [] } = (state.env.footnotes ?? {}) as { list?: unknown[] };
    if (list.length > limit) {
      throw new DomainError('body_invalid', `body: it has more than ${limit} footnotes; leave some out.`);
    }
  });
  // The same number at each place that refers to a note.
  md.renderer.rules.footnote_caption = (tokens, index) => `[${Number(tokens[index]?.meta?.id) + 1}]`;
}
