import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { furnishDashboard, type Screen, screensOf } from '../../src/testing/dashboard-screens.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let screens: Record<string, Screen>;
let phone: BrowserContext;
let wide: BrowserContext;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  screens = screensOf(await furnishDashboard(dashboard.client));
  [phone, wide] = [await dashboard.person({ width: 360 }), await dashboard.person()];
  await wide.addInitScript(watchShifts);
  for (const context of [phone, wide]) await signInAsOwner(dashboard, context);
});
after(() => dashboard?.close());

/** Opens a screen in a page of its own, and asserts that `look` finds nothing there. */
async function lookAt(
  context: BrowserContext,
  { path, ready }: Screen,
  look: (page: Page) => Promise<string[]>,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${dashboard.url}/dashboard/${path}`);
  await ready(page);
  assert.deepEqual(await look(page), []);
  await page.close();
}

const names = Object.keys(screensOf({ draft: '', sent: '' }));
const isWide = () => document.documentElement.scrollWidth > innerWidth;

for (const name of names)
  test(`on a phone, everybody can use the screen “${name}” in both schemes`, skip, () =>
    lookAt(phone, screens[name]!, async page => [
      ...(await findBarriersInBoth(page)),
      ...((await page.evaluate(isWide)) ? ['wider than the window'] : []),
    ]),
  );

for (const name of names)
  test(
    `everybody can use the screen “${name}” in both schemes, without motion, and by keyboard alone; nothing in it jumps as it loads`,
    skip,
    () =>
      lookAt(wide, screens[name]!, async page => [
        ...(await page.evaluate(readShifts)),
        ...(await page.evaluate(readMotion)),
        ...(await findBarriersInBoth(page)),
        ...(await tabThrough(page)),
      ]),
  );

/** All barriers in light colours, and those of dark colours: nothing else depends on the scheme. */
async function findBarriersInBoth(page: Page): Promise<string[]> {
  const draw = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(drawn);
  };
  await draw('light');
  const light = await findBarriers(page);
  await draw('dark');
  const dark = await findBarriers(page, ['color-contrast']);
  return [...light.map(one => `light: ${one}`), ...dark.map(one => `dark: ${one}`)];
}

/**
 * Waits until the page has been drawn with its new colours and nothing fades any more. What inherits a colour starts to fade
 * when its parent has finished, so nothing may move in three frames in a row.
 */
async function drawn(): Promise<void> {
  for (let still = 0; still < 3; ) {
    await new Promise(resolve => requestAnimationFrame(resolve));
    const moving = document.getAnimations();
    still = moving.length === 0 ? still + 1 : 0;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}

/** Which controls Tab does not reach, and which do not show that it has. */
async function tabThrough(page: Page): Promise<string[]> {
  const wanted = await page.evaluate(markControls);
  const missed = new Set(wanted);
  const hidden: string[] = [];
  // Once around: past the last control the focus leaves the page or begins again.
  for (let pressed = 0; pressed < 2 * wanted.length + 20 && missed.size > 0; pressed += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(readFocus);
    if (!reached) continue;
    missed.delete(reached.name);
    if (!reached.is_shown) hidden.push(`no focus ring: ${reached.name}`);
  }
  return [...hidden, ...[...missed].map(name => `not reached: ${name}`)];
}

declare global {
  var shifts: string[];
}

/** Notes what moves in the page, unless somebody pressed or typed something just before. */
function watchShifts(): void {
  globalThis.shifts = [];
  let are_fonts_here = 0;
  addEventListener('load', () => {
    document.fonts.addEventListener('loadingdone', event => {
      are_fonts_here = event.timeStamp;
    });
  });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] };
  new PerformanceObserver(list => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      // On a slow machine letters have another font at first, and what they fill moves a little when ours has loaded.
      const isFont = document.fonts.status === 'loading' || startTime < are_fonts_here + 500;
      if (!hadRecentInput && value > (isFont ? 0.03 : 0.01))
        shifts.push(
          `jumps by ${value.toFixed(3)}: ${sources.map(({ node }) => node?.className ?? node?.nodeName)}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function readShifts(): string[] {
  return globalThis.shifts;
}

/** What moves although the browser asks for no motion. */
function readMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
    .map(animation => `moves: ${'animationName' in animation ? animation.animationName : 'transition'}`);
}

test('the sign-in can be used by everybody', skip, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await dashboard.person({ colorScheme, width: 360 })).newPage();
    await page.goto(`${dashboard.url}/dashboard`);
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByLabel('Email address').fill('nobody@example.org');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByText('is on its way').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.goto(`${dashboard.url}/dashboard/link#wrong`);
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await findBarriers(page), []);
  }
});

/** Names every control that Tab should reach: of an open dialog or menu its own, else those of the page. */
function markControls(): string[] {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const controls = place.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [contenteditable=true]',
  );
  const names: string[] = [];
  const groups = new Set<string>();
  for (const control of controls) {
    const isOff = control.matches(':disabled, [tabindex="-1"]') || !control.checkVisibility();
    const group = control instanceof HTMLInputElement && control.type === 'radio' ? control.name : undefined;
    // Of radio buttons Tab reaches the chosen one.
    if (isOff || (group !== undefined && groups.has(group))) continue;
    const isChosen = !(control instanceof HTMLInputElement) || group === undefined || control.checked;
    if (!isChosen) continue;
    if (group !== undefined) groups.add(group);
    const name = `${names.length} ${control.outerHTML.slice(0, 120)}`;
    control.dataset.control = name;
    names.push(name);
  }
  return names;
}

/** The control that has the focus, and whether one can see that it has: by an outline, its own or of what it stands for. */
function readFocus(): { name: string; is_shown: boolean } | undefined {
  const control = document.activeElement as HTMLElement | null;
  const name = control?.dataset.control;
  if (!control || name === undefined) return undefined;
  const isOutlined = (element: Element | null | undefined) =>
    !!element && getComputedStyle(element).outlineStyle !== 'none';
  // Where one writes, the cursor shows it.
  const isText = control.matches('textarea, [contenteditable=true], [role=combobox]');
  return { name, is_shown: isText || isOutlined(control) || isOutlined(control.nextElementSibling) };
}
