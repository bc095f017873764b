import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { no_browser } from '../browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../dashboard.ts';
import { type Furnished, furnishDashboard, type Screen, show } from './acts.ts';
import { answerAsIs } from './arranged.ts';
import { readShifts, watchShifts } from './shifts.ts';

const desk = { width: 1200, height: 800 };
const phone = { width: 360, height: 800 };

/**
 * Tests that everybody can use each of these screens; the tests share a service and a page, because a new page compiles the
 * whole program again. Call it once in a file.
 */
export function testScreens(screensOf: (furnished: Furnished) => Record<string, Screen>): void {
  let dashboard: Dashboard;
  let screens: Record<string, Screen>;
  let page: Page;
  const logged: string[] = [];
  before(async () => {
    if (no_browser) return;
    dashboard = await openDashboard();
    screens = screensOf(await furnishDashboard(dashboard.client));
    const context = await dashboard.person(desk);
    await context.addInitScript(watchShifts);
    page = await signInAsOwner(dashboard, context);
    await leave(page);
    hearErrors(page, logged);
  });
  afterEach(async () => {
    if (no_browser) return;
    await leave(page);
    logged.length = 0;
  });
  after(() => dashboard?.close());

  for (const name of Object.keys(screensOf({ draft: '', typed: '', sent: '' })))
    test(`everybody can use the screen “${name}” in both schemes, also on a phone, without motion, and by keyboard alone; nothing in it jumps as it loads or is logged as an error`, {
      skip: no_browser,
    }, async () => {
      const screen = screens[name]!;
      await show(page, screen);
      const found = [...(await findJumps(page, screen)), ...(await page.evaluate(readMotion))];
      await page.evaluate(endFading);
      found.push(...(await findBarriersInBoth(page)), ...(await page.evaluate(findSideways)));
      await page.evaluate(noteShown);
      await page.setViewportSize(phone);
      found.push(...(await findBarriersOfPhone(page)).map(one => `on a phone, ${one}`));
      found.push(...(await page.evaluate(findSideways)).map(one => `on a phone, ${one}`));
      if (await page.evaluate(isWide)) found.push('wider than a phone');
      await page.setViewportSize(desk);
      await page.evaluate(drawn);
      found.push(...(await tabThrough(page)));
      assert.deepEqual([...found, ...logged], []);
    });
}

/** Returns what is cut off unless one scrolls it sideways; what is meant to be scrolled so has a place in the order of Tab. */
function findSideways(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(
      element =>
        element.scrollWidth > element.clientWidth + 1 &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
        element.tabIndex !== 0 &&
        !element.closest('.cm-editor') &&
        element.checkVisibility(),
    )
    .map(element => `scrolls sideways: ${element.outerHTML.slice(0, 160)}`);
}

const isWide = () => document.documentElement.scrollWidth > innerWidth;

/** Leaves the page as a new one would be, on an address of the service that runs nothing. */
async function leave(page: Page): Promise<void> {
  await page.goto('/healthz');
  await answerAsIs(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desk);
}

/** Returns what has jumped and jumps again when loaded again: once in a while a busy machine has a font or an answer late. */
async function findJumps(page: Page, screen: Screen): Promise<string[]> {
  if ((await page.evaluate(readShifts)).length === 0) return [];
  await leave(page);
  await show(page, screen);
  return page.evaluate(readShifts);
}

/** Some screens are about refused requests; and the frame of a mail does not run what watches for shifts. */
const expected = /^(?:Failed to load resource|Blocked script execution in '[^']*\/dashboard\/frame')/;

/** Adds to `logged` what the page logs as errors from now on. */
function hearErrors(page: Page, logged: string[]): void {
  page.on('pageerror', error => logged.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) logged.push(message.text());
  });
}

/** All barriers in light colours, and those of dark colours: nothing else depends on the scheme. */
async function findBarriersInBoth(page: Page, place?: string): Promise<string[]> {
  await draw(page, 'light');
  const light = await findBarriers(page, { place });
  await draw(page, 'dark');
  const dark = await findBarriers(page, { place, rules: ['color-contrast'] });
  return [...light.map(one => `light: ${one}`), ...dark.map(one => `dark: ${one}`)];
}

async function draw(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(drawn);
}

/** Returns the barriers that depend on the width, and all others that the desk did not show: the rest is as it was there. */
async function findBarriersOfPhone(page: Page): Promise<string[]> {
  await draw(page, 'light');
  const found = await findBarriers(page, { rules: ['target-size', 'scrollable-region-focusable'] });
  const hasMore = await page.evaluate(markUnseen);
  return hasMore ? [...found, ...(await findBarriersInBoth(page, '[data-unseen]'))] : found;
}

declare global {
  var shown: WeakSet<Element>;
}

function noteShown(): void {
  globalThis.shown = new WeakSet(
    [...document.querySelectorAll('body *')].filter(element => element.checkVisibility()),
  );
}

/** Marks what is shown now and was not before, and returns whether there is any. */
function markUnseen(): boolean {
  const unseen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    element => element.checkVisibility() && !shown.has(element),
  );
  for (const element of unseen) element.dataset.unseen = '';
  return unseen.length > 0;
}

/** Lets colours change without fading from now on: drawing every step of it takes longer than finding barriers. */
function endFading(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Waits until the page has been drawn with its new colours and nothing fades any more. What inherits a colour starts to fade
 * when its parent has finished, so nothing may move in three frames in a row. What is in closed details never finishes.
 */
async function drawn(): Promise<void> {
  const isShown = ({ effect }: Animation) => (effect as KeyframeEffect).target?.checkVisibility();
  for (let still = 0; still < 3; ) {
    await new Promise(resolve => requestAnimationFrame(resolve));
    still = document.getAnimations().some(isShown) ? 0 : still + 1;
  }
}

/**
 * Which controls Tab does not reach, and which do not show that it has. Most keys are sent at once, because drawing the page
 * between them takes longer than everything else; the others one by one, until every control was reached.
 */
async function tabThrough(page: Page): Promise<string[]> {
  const wanted = await page.evaluate(markControls);
  await page.evaluate(watchFocus);
  const keyboard = await page.context().newCDPSession(page);
  const missed = new Set(wanted);
  const hidden: string[] = [];
  // Once around: past the last control the focus leaves the page or begins again.
  const most = 2 * wanted.length + 20;
  for (let pressed = 0; pressed < most && missed.size > 0; ) {
    const presses = pressed === 0 ? wanted.length : 1;
    await pressTab(keyboard, presses);
    pressed += presses;
    for (const { name, is_shown } of await page.evaluate(takeReached)) {
      missed.delete(name);
      if (!is_shown) hidden.push(`no focus ring: ${name}`);
    }
  }
  await keyboard.detach();
  return [...hidden, ...[...missed].map(name => `not reached: ${name}`)];
}

/** Presses Tab this many times without waiting in between. Resolves when the page has handled all of them. */
async function pressTab(keyboard: CDPSession, times: number): Promise<void> {
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const press = () =>
    (['rawKeyDown', 'keyUp'] as const).map(type => keyboard.send('Input.dispatchKeyEvent', { type, ...key }));
  await Promise.all(Array.from({ length: times }, press).flat());
}

declare global {
  var reached: Reached[];
}

/** A control that has got the focus, and whether one can see that it has: by an outline, its own or of what it stands for. */
type Reached = { name: string; is_shown: boolean };

/** Returns what moves although the browser asks for no motion. */
function readMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
    .map(animation => `moves: ${'animationName' in animation ? animation.animationName : 'transition'}`);
}

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

/** Notes what gets the focus. Also between two keys: past the last control, the browser gives the focus to the page again. */
function watchFocus(): void {
  globalThis.reached = [];
  const isOutlined = (element: Element | null | undefined) =>
    !!element && getComputedStyle(element).outlineStyle !== 'none';
  const note = ({ target }: Event) => {
    const control = target as HTMLElement;
    const name = control.dataset?.control;
    if (name === undefined) return;
    // Where one writes, the cursor shows it.
    const isText = control.matches('textarea, [contenteditable=true], [role=combobox]');
    const is_shown = isText || isOutlined(control) || isOutlined(control.nextElementSibling);
    reached.push({ name, is_shown });
  };
  addEventListener('focusin', note, { capture: true });
}

/** Returns what was reached since this was last asked. */
function takeReached(): Reached[] {
  return reached.splice(0);
}
