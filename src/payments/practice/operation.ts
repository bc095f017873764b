import { type Fields, flag, group, number, text } from './form.ts';
import { find, type Kept, type World } from './world.ts';

/** A world at a time. */
export type Here = {
  world: World;
  /** The time, in seconds. */
  now: number;
  /** The address below which the world's pages are. */
  base: string;
};

export type Operation = {
  method: string;
  path: RegExp;
  /** The right that a restricted key needs, as Stripe names it. */
  right: string | null;
  answer(here: Here, fields: Fields, id: string): unknown;
};

/** A refusal of a world, in Stripe's words. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: Record<string, string>;
  constructor(status: number, error: Record<string, string>) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function demand<Name extends Kept['object']>({ world }: Here, name: Name, id: string | undefined) {
  const found = find(world, name, id);
  if (found) return found;
  throw missing(name, id);
}

export function missing(name: string, id: string | undefined): Refusal {
  const message = `No such ${name}: '${id}'`;
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

export function invalid(message: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message });
}

/** Returns a page of a list, the newest first. */
export function list<Item extends { id: string; created: number }>(
  url: string,
  items: readonly Item[],
  fields: Fields,
) {
  const limit = number(fields.limit) ?? 10;
  const since = number(group(fields.created).gte) ?? 0;
  const newest = items.filter(({ created }) => created >= since).toReversed();
  const after = text(fields.starting_after);
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  return {
    object: 'list',
    url,
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
  };
}

export const wanted =
  <Item extends { active: boolean }>({ active }: Fields) =>
  (item: Item) =>
    active === undefined || item.active === flag(active);

/** Whether the request wants this field returned whole. */
export function expands({ expand }: Fields, path: string): boolean {
  return Object.values(group(expand)).includes(path);
}
