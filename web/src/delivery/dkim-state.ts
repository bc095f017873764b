import type { DkimKey } from '../../../src/client/schema.ts';
import { words } from '../words.ts';

const said = words.dkim;

export type KeyAct = 'active' | 'retired' | 'deleted';

/** The ids of the keys that sign: of each kind the newest active one for the sender's domain. `keys` are newest first. */
export function signingOf(keys: DkimKey[], domain: string | undefined): Set<string> {
  const active = keys.filter(key => key.status === 'active' && key.domain === domain);
  const kinds = Map.groupBy(active, ({ algorithm }) => algorithm);
  return new Set([...kinds.values()].map(([newest]) => newest!.id));
}

/** What the key does now, in words. */
export function stateOf(key: DkimKey, signing: Set<string>, domain: string | undefined): string {
  if (key.status !== 'active') return said.states[key.status];
  if (signing.has(key.id)) return said.states.signs;
  const isHere = domain === undefined || key.domain === domain;
  return isHere ? said.states.succeeded : said.states.elsewhere(key.domain);
}

/** The title, text and button of the question before a key is retired or deleted. */
export function questionOf(key: DkimKey, act: Exclude<KeyAct, 'active'>, keys: DkimKey[]) {
  const isAlone = !keys.some(
    other =>
      other !== key &&
      other.status === 'active' &&
      other.algorithm === key.algorithm &&
      other.domain === key.domain,
  );
  const last = key.status === 'active' && isAlone ? ` ${said.last(said.kinds[key.algorithm])}` : '';
  return act === 'retired'
    ? { title: said.retire_title(key.selector), act: said.retire_act, children: said.retire_detail + last }
    : { title: said.delete_title(key.selector), act: said.delete_act, children: said.delete_detail + last };
}
