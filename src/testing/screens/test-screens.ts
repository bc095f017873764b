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
 * Tests that everybody can use each of these screens. The tests share a service and a page, because a new page compiles the whole program
 * again. Call it once in a file.
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

/** Returns the elements that must be scrolled sideways. Elements that are meant to be scrolled can be reached by Tab and do not count. */
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

/** Resets the page to the state of a new one, on an address of the service that runs no scripts. */
async function leave(page: Page): Promise<void> {
  await page.goto('/healthz');
  await answerAsIs(page);
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desk);
}

/** Returns what has jumped and jumps again on a second load. Sometimes a font or an answer arrives late on a busy machine. */
async function findJumps(page: Page, screen: Screen): Promise<string[]> {
  if ((await page.evaluate(readShifts)).length === 0) return [];
  await leave(page);
  await show(page, screen);
  return page.evaluate(readShifts);
}

/** Some screens are about refused requests, and the frame of a mail does not run the script that watches for shifts. */
const expected = /^(?:Failed to load resource|Blocked script execution in '[^']*\/dashboard\/frame')/;

/** Adds to `logged` the errors that the page logs from now on. */
function hearErrors(page: Page, logged: string[]): void {
  page.on('pageerror', error => logged.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error' && !expected.test(message.text())) logged.push(message.text());
  });
}

/** Returns all barriers in light colours, and the colour contrasts in dark ones. Nothing else depends on the scheme. */
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

/**
 * Returns the barriers that depend on the width, and all barriers in parts that the desktop did not show. The rest is the same as there.
 */
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

/** Marks elements that are visible now and were not before. Returns true if there are any. */
function markUnseen(): boolean {
  const unseen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    element => element.checkVisibility() && !shown.has(element),
  );
  for (const element of unseen) element.dataset.unseen = '';
  return unseen.length > 0;
}

/** Turns off transitions from now on, because drawing every step of them takes longer than finding barriers. */
function endFading(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Waits until the page has been drawn with its new colours and nothing fades any more. An element that inherits a colour starts to fade
 * when its parent has finished, so nothing may move in three frames in a row. Elements in closed details never finish.
 */
async function drawn(): Promise<void> {
  const isShown = ({ effect }: Animation) => (effect as KeyframeEffect).target?.checkVisibility();
  for (let still = 0; still < 3; ) {
    await new Promise(resolve => requestAnimationFrame(resolve));
    still = document.getAnimations().some(isShown) ? 0 : still + 1;
  }
}

/**
 * Returns the controls that Tab does not reach, and those that do not show their focus. Most keys are sent at once, because drawing the
 * page between them takes longer than everything else. The others are sent one by one, until every control was reached.
 */
async function tabThrough(page: Page): Promise<string[]> {
  const wanted = await page.evaluate(markControls);
  await page.evaluate(watchFocus);
  const keyboard = await page.context().newCDPSession(page);
  const missed = new Set(wanted);
  const hidden: string[] = [];
  // Enough for one round: after the last control, the focus leaves the page or begins again.
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

/** A control that got the focus, and whether this is visible by an outline of its own or of the element that it stands for. */
type Reached = { name: string; is_shown: boolean };

/** Returns the animations that run although the browser asks for no motion. */
function readMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
    .map(animation => `moves: ${'animationName' in animation ? animation.animationName : 'transition'}`);
}

/** Returns the names of all controls that Tab should reach: those of an open dialog or menu, otherwise those of the page. */
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
    // Among radio buttons, Tab reaches the chosen one.
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

/** Notes which elements get the focus, even between two keys: after the last control, the browser gives the focus to the page again. */
function watchFocus(): void {
  globalThis.reached = [];
  const isOutlined = (element: Element | null | undefined) =>
    !!element && getComputedStyle(element).outlineStyle !== 'none';
  const note = ({ target }: Event) => {
    const control = target as HTMLElement;
    const name = control.dataset?.control;
    if (name === undefined) return;
    // In a text field, the cursor shows the focus.
    const isText = control.matches('textarea, [contenteditable=true], [role=combobox]');
    const is_shown = isText || isOutlined(control) || isOutlined(control.nextElementSibling);
    reached.push({ name, is_shown });
  };
  addEventListener('focusin', note, { capture: true });
}

/** Returns the controls that were reached since the last call. */
function takeReached(): Reached[] {
  return reached.splice(0);
}
