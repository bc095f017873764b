/** The picture that counts opens: a stamp, below `/o/`. */
const counter = /\/o\/[\w-]{40}\.gif$/;

/** Looking at somebody's mail must not count as their opening it, and its links would act in their name. */
export function withoutEffects(page: Document): void {
  for (const image of page.querySelectorAll('img'))
    if (counter.test(image.getAttribute('src') ?? '')) image.remove();
  for (const link of page.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('title', link.getAttribute('href')!);
    link.removeAttribute('href');
    link.setAttribute('style', `${link.getAttribute('style') ?? ''};text-decoration:underline`);
  }
}
