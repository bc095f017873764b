// Redraws a page while somebody types. Usually only a few words of it change.

/**
 * Turns `page` into `html`, after `change`. Unchanged parts are not touched, so that pictures are not loaded again, selected text stays
 * selected, and the browser has little to lay out. Blocks that differ only in `data-line` count as unchanged.
 */
export function patchPage(page: Document, html: string, change?: (next: Document) => void): void {
  // A document created by this page has the page's policy, which allows styles. The dashboard's own policy would report each of them.
  const next = page.implementation.createHTMLDocument('');
  next.documentElement.innerHTML = html;
  change?.(next);
  // Links open in another page, not in this frame.
  const base = next.createElement('base');
  base.target = '_blank';
  next.head.append(base);
  patchElement(page.documentElement, next.documentElement);
}

function patchElement(old: Element, next: Element): void {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...next.childNodes]];
  const keep = (at: number) => isKept(before.at(at), after.at(at));
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && keep(start)) start += 1;
  let end = 0;
  while (end < most - start && keep(-1 - end)) end += 1;
  const [gone, come] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const shared = Math.min(gone.length, come.length);
  for (let at = 0; at < shared; at += 1) patchNode(gone[at]!, come[at]!);
  for (const node of gone.slice(shared)) node.remove();
  const following = old.childNodes[start + shared] ?? null;
  for (const node of come.slice(shared)) old.insertBefore(node, following);
}

function patchNode(old: ChildNode, next: ChildNode): void {
  if (old.nodeName !== next.nodeName) old.replaceWith(next);
  else if (isElement(old) && isElement(next)) patchElement(old, next);
  else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
}

/** Returns true if the nodes differ at most in their lines. `old` then gets the new lines. */
function isKept(old: Node | undefined, next: Node | undefined): boolean {
  if (!old || !next) return false;
  if (old.isEqualNode(next)) return true;
  if (!isElement(old) || !isElement(next)) return false;
  // The text is compared first, because it is faster and changes most often.
  if (old.textContent !== next.textContent || withoutLines(old) !== withoutLines(next)) return false;
  const lines = next.querySelectorAll('[data-line]');
  for (const [at, element] of old.querySelectorAll('[data-line]').entries()) takeLine(element, lines[at]);
  takeLine(old, next);
  return true;
}

function takeLine(old: Element, next: Element | undefined): void {
  const line = next?.getAttribute('data-line');
  if (line != null) old.setAttribute('data-line', line);
}

function withoutLines({ outerHTML }: Element): string {
  return outerHTML.replace(/ data-line="\d+"/g, '');
}

// `instanceof` does not recognise elements of another page.
function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
