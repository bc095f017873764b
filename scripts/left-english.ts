import type { Page } from 'playwright-core';
import { wordsOf } from '../web/words-of.ts';

/**
 * Records the service's answers to the page, so that the page's own words can be told from data. The address is included, because it holds
 * the search.
 */
export function hearData(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on('response', response => {
    if (!/\/assets\/|\/dashboard\/[^/]*$/.test(response.url())) answers.push(response.text().catch(() => ''));
  });
  return async () =>
    inOneLine(
      [decodeURIComponent(page.url().replaceAll('+', ' ')), ...(await Promise.all(answers))]
        .join('\n')
        .replace(/\\[ntr]/g, ' ')
        .replaceAll('\\"', '"'),
    );
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Returns text on the page, seen or heard, that is neither stretched nor in the data nor a date. */
export async function findUnstretched(page: Page, data: string): Promise<string[]> {
  return (await readTexts(page, data)).filter(text => !/[⟦⟧]/.test(text));
}

/** Returns text on a page in another language, seen or heard, that is not in the data and looks English. */
export async function findEnglish(page: Page, data: string, language: string): Promise<string[]> {
  const [english, translated] = await Promise.all(
    ['en', language.replace('-formal', '')].map(tag => wordsOf(tag)),
  );
  const others = new Set(translated!.values());
  const own = new Set([...english!.values()].filter(text => !others.has(text)));
  const looksEnglish = /\b(?:the|of|and|with|you|your|are|is|this|it|they)\b/i;
  return (await readTexts(page, data)).filter(
    text => own.has(text) || looksEnglish.test(withoutData(text, data)),
  );
}

/** Returns the text without its data: quotations, and three or more words that follow each other in the data. */
function withoutData(text: string, data: string): string {
  const isData = (part: string) => data.includes(inOneLine(part));
  const words = text
    .replace(/[„“”«»]([^„“”«»]+)[“”«»]/g, (whole, part) => (isData(part) ? '' : whole))
    .split(/\s+/);
  const left: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at + 3;
    while (
      end <= words.length &&
      isData(
        words
          .slice(at, end)
          .join(' ')
          .replace(/[.,:]$/, ''),
      )
    )
      end += 1;
    if (end === at + 3) left.push(words[at]!);
    at = Math.max(at + 1, end === at + 3 ? 0 : end - 1);
  }
  return left.join(' ');
}

/** Returns text on the page, seen or heard, that is neither in the data nor a date. */
async function readTexts(page: Page, data: string): Promise<string[]> {
  const read = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      const isRead = parent && !parent.closest('script, style, pre, code, .cm-content, textarea');
      if (isRead && parent.checkVisibility()) found.push(walker.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  const own = read.map(text => text.trim()).filter(text => /\p{L}{3}/u.test(text.replace(dates, '')));
  return [...new Set(own)].filter(text => !data.includes(inOneLine(text)));
}

const dates =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g;
