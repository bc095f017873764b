import assert from 'node:assert/strict';
import { readContents } from './contents.ts';
import type { TestService } from './postrider.ts';

/** A value that no field accepts, because PostgreSQL cannot store it. */
export const unstorable = ['nul \0', 'half \ud800 pair'];
export const notText = [5, true, {}, ['a'], ...unstorable];
export const notFlag = [5, 'true', {}, [true]];
export const notWhole = [1.5, '5', true, {}, [5]];
export const notList = [5, true, {}, 'a'];
export const notObject = [5, true, [], 'a'];

/** Words of the library that checks input, which people do not know. */
const libraryWords =
  /Invalid input|Invalid option|Unrecognized|expected \w+, received|Too (?:big|small)|undefined|\bNaN\b/;

export type FieldRefusals = Record<string, { code: string; bad: readonly unknown[] }>;

/**
 * Sends `good` with one field made invalid, for each invalid value. Each request must get 400 with the field's code and a detail that
 * starts with the field's name, and must leave the whole database unchanged.
 */
export async function assertRefused(
  service: TestService,
  { method, path, good, fields }: { method: string; path: string; good: object; fields: FieldRefusals },
): Promise<void> {
  for (const [field, { code, bad }] of Object.entries(fields)) {
    const before = await readContents(service.db);
    for (const value of bad) {
      const { status, body, text } = await service.api(method, path, { ...good, [field]: value });
      const what = `${method} ${path} ${field}=${JSON.stringify(value)?.slice(0, 60)}: ${status} ${text.slice(0, 200)}`;
      assert.deepEqual([status, body.code], [400, code], what);
      assert.ok(new RegExp(`^${field}\\b`).test(body.detail), what);
      assert.doesNotMatch(body.detail, libraryWords, what);
    }
    assert.deepEqual(await readContents(service.db), before, `${method} ${path} ${field}`);
  }
}
