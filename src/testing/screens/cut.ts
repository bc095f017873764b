/**
 * Returns the faults of a page in the browser: words that are cut off and that no `title` says in full, words that reach out of their
 * button or field, and a page that is wider than its window.
 */
export function findCut(): string[] {
  const describe = (what: string, element: Element) =>
    `${what}: ${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} “${(element.textContent ?? '').trim().slice(0, 80)}”`;
  const isWider = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 &&
    element.clientWidth > 1 && // smaller elements are for screen readers
    element.checkVisibility({ visibilityProperty: true });
  const hides = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const texts = document.querySelectorAll(
    'button, a, label, h1, h2, h3, p, li, dt, dd, th, td, legend, summary, span, small, strong, output',
  );
  const wide = [...texts].filter(isWider).filter(element => element.textContent?.trim());
  const cut = wide.filter(element => hides(element) && !element.closest('[title]'));
  const spilt = wide.filter(
    element => element.matches('button, a, label, th, td, summary') && !hides(element),
  );
  const options = [...document.querySelectorAll('select')].filter(isNarrow);
  function isNarrow(select: HTMLSelectElement): boolean {
    const style = getComputedStyle(select);
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.font = style.font;
    const room =
      select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const chosen = select.selectedOptions[0]?.textContent ?? '';
    return select.checkVisibility() && pen.measureText(chosen).width > room + 1;
  }
  const { scrollWidth } = document.documentElement;
  const widest = [...document.querySelectorAll('body *')].findLast(
    element => element.checkVisibility() && Math.round(element.getBoundingClientRect().right) === scrollWidth,
  );
  return [
    ...(scrollWidth > innerWidth
      ? [`${scrollWidth} of ${innerWidth} pixels wide${widest ? `, ${describe('because of', widest)}` : ''}`]
      : []),
    ...cut.map(element => describe('cut', element)),
    ...spilt.map(element => describe('reaches out', element)),
    ...options.map(select => `cut choice: “${select.selectedOptions[0]?.textContent}”`),
  ];
}
