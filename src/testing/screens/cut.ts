/** Returns, of a page in the browser, the words that are cut off, and whether the page is wider than its window. */
export function findCut(): string[] {
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
    element.clientWidth > 1 && // else it is for screen readers
    element.checkVisibility();
  const texts = document.querySelectorAll(
    'button, a, label, h1, h2, h3, p, li, dt, dd, th, td, legend, summary, span, small',
  );
  const cut = [...texts].filter(isCut).map(element => `cut: ${element.outerHTML.slice(0, 160)}`);
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [`${scrollWidth} of ${innerWidth} pixels wide`, ...cut] : cut;
}
