import { gzipSync } from 'node:zlib';
import { median, printTable } from '../table.ts';
import { firstRow, listAddress, openSlowPage, type Subject, viewport } from './pages.ts';

const loads = 3;

type Load = { gzipped: number; sent: number; requests: number; usable: number };

/** Measures the download of a first visit, and how soon the list is there. */
export async function measureLoads(subject: Subject): Promise<void> {
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let load = 0; load < loads; load += 1) {
    ours.push(await loadOnce(subject, listAddress(subject), firstRow));
    theirs.push(await loadOnce(subject, subject.bare_url, 'h1'));
  }
  const of = (all: Load[], field: keyof Load) => median(all.map(load => load[field]));
  const row = (what: string, field: keyof Load, budget: number | '') => ({
    what,
    dashboard: of(ours, field),
    budget,
    'empty page': of(theirs, field),
    ratio: of(ours, field) / of(theirs, field),
  });
  printTable(`First load of the list of emails with nothing cached, median of ${loads}`, [
    row('script and CSS, kB gz', 'gzipped', 150),
    row('script and CSS, kB as sent', 'sent', ''),
    row('requests', 'requests', ''),
    row('ms until the list is there', 'usable', ''),
  ]);
}

/** Loads the page with an empty cache. It is usable when `selector` is there. */
async function loadOnce({ browser, person }: Subject, address: string, selector: string): Promise<Load> {
  const context = await browser.newContext({ viewport });
  await context.addCookies(await person.cookies());
  const page = await openSlowPage(context);
  const files: Promise<[gzipped: number, sent: number]>[] = [];
  let requests = 0;
  page.on('response', response => {
    requests += 1;
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    const sizes = async (): Promise<[number, number]> => {
      const { responseBodySize } = await response.request().sizes();
      return [gzipSync(await response.body()).length / 1000, responseBodySize / 1000];
    };
    files.push(sizes());
  });
  await page.goto(address);
  const there = await page.waitForSelector(selector);
  const usable = await there.evaluate(
    () =>
      new Promise<number>(resolve =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      ),
  );
  const sizes = await Promise.all(files);
  await context.close();
  const sum = (of: 0 | 1) => sizes.reduce((total, size) => total + size[of], 0);
  return { gzipped: sum(0), sent: sum(1), requests, usable };
}
