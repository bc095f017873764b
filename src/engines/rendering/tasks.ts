import type MarkdownIt from 'markdown-it';

/**
 * Renders `- [ ] open` and `- [x] done` (GFM §5.3) as list items that begin with ☐ or ☑, because mail programs do not
 * show checkboxes.
 */
export function addTasks(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.after('inline', 'tasks', ({ tokens }) => {
    for (const [at, item] of tokens.entries()) {
      if (item.type !== 'list_item_open' || tokens[at + 1]?.type !== 'paragraph_open') continue;
      const text = tokens[at + 2]?.children?.[0];
      const box = text?.type === 'text' ? /^\[([ xX])\](?=\s)/.exec(text.content) : null;
      if (!text || !box) continue;
      text.content = (box[1] === ' ' ? '☐' : '☑') + text.content.slice(box[0].length);
      item.attrJoin('class', 'task');
    }
  });
}
