/**
 * Returns the failures of WCAG 2.2 AA on the current page that a program can detect: contrast of text and fields, target size, labels,
 * language, landmarks, heading order, and horizontal scrolling. It runs inside the browser.
 */
export function findPageFaults(): string[] {
  type Color = [number, number, number];
  const faults = new Set<string>();
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
  const read = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;

  function groundOf(element: Element | null): Color {
    for (let at = element; at; at = at.parentElement) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = read(getComputedStyle(at).backgroundColor);
      if (alpha > 0.5) return [red, green, blue];
    }
    return dark ? [18, 18, 18] : [255, 255, 255];
  }

  /** Returns the relative luminance (WCAG 2.2). */
  function lightOf(color: readonly number[]): number {
    const [red, green, blue] = color.map(value => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  }

  function contrast(one: readonly number[], other: readonly number[]): number {
    const [less, more] = [lightOf(one), lightOf(other)].sort((a, b) => a - b);
    return (more! + 0.05) / (less! + 0.05);
  }

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element);
    const { width, left, right } = element.getBoundingClientRect();
    if (style.visibility === 'hidden' || width === 0 || right < 0 || left > innerWidth) continue;
    const ratio = contrast(read(style.color).slice(0, 3), groundOf(element));
    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim());
    if (hasText && ratio < 4.5) faults.add(`contrast ${ratio.toFixed(2)} of ${nameOf(element)}`);

    const isField = element.matches('input:not([type=hidden]), textarea, select');
    if (isField && !element.matches('[type=checkbox]')) {
      const edge = contrast(read(style.borderTopColor).slice(0, 3), groundOf(element.parentElement));
      if (edge < 3) faults.add(`contrast ${edge.toFixed(2)} of the edge of ${element.id || nameOf(element)}`);
    }
    const labels = (element as HTMLInputElement).labels;
    if (isField && !labels?.length && !element.getAttribute('aria-label'))
      faults.add(`no label at ${element.outerHTML.slice(0, 60)}`);

    // A link within a sentence is as high as its line, which the standard permits.
    const isTarget =
      (isField || element.matches('a, button, summary')) && !element.closest('p, dd, .content');
    const target = (element.closest('label, li') ?? element).getBoundingClientRect();
    if (isTarget && Math.min(target.width, target.height) < 24)
      faults.add(`${Math.round(target.width)} × ${Math.round(target.height)} for ${nameOf(element)}`);
  }

  if (!document.documentElement.lang) faults.add('no language');
  if (!document.title) faults.add('no title');
  if (document.querySelectorAll('main').length !== 1) faults.add('not one main');
  if (document.querySelectorAll('h1').length !== 1) faults.add('not one h1');
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(heading => Number(heading.tagName[1]));
  if (levels.some((level, at) => at > 0 && level > levels[at - 1]! + 1))
    faults.add(`headings ${levels.join(' ')}`);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`${scrollWidth} pixels wide in ${innerWidth}`);
  return [...faults];
}
