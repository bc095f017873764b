import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

// The shell draws the same pages and takes a quarter less processor time than the whole browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const program = process.env.CHROMIUM || names.map(findProgram).find(path => path !== undefined);

/** The reason why browser tests are skipped here; false if they can run. */
export const no_browser: string | false =
  program === undefined && 'no Chromium or Chrome is on the PATH; install one, or name one in CHROMIUM';

/**
 * Opens a headless Chromium: the program in CHROMIUM, or the first on the PATH. It resolves `hosts` (name → address with port) and this
 * machine, and no other host.
 */
export async function openBrowser(hosts: Record<string, string> = {}): Promise<Browser> {
  if (program === undefined) throw new Error(String(no_browser));
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  const others = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
  return chromium.launch({
    executablePath: program,
    // Chromium's sandbox needs privileges that containers and root lack; it only visits our own pages here.
    args: ['--no-sandbox', ...quiet, `--host-resolver-rules=${[...rules, others].join(', ')}`],
  });
}

function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

declare global {
  var wasShown: boolean;
}

/**
 * For `page.addInitScript`: notes in `wasShown` that the page has shown this text, however briefly. A message stays for six seconds, but a
 * busy machine may look less often.
 */
export function noteMessage(text: string): void {
  const look = () => {
    // biome-ignore lint/performance/useDomNodeTextContent: text in the document that is not rendered is not shown
    globalThis.wasShown ||= document.body?.innerText.includes(text) ?? false;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}
