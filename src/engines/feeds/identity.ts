import { createHash } from 'node:crypto';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FeedItem } from './feed.ts';

/** An item before ids are assigned. */
export type Draft = Omit<FeedItem, 'id' | 'id_source'>;

/** Maximum bytes of an id; a longer one is replaced by its hash. */
const longestId = 1024;
/** Maximum length of the guid that is shown. */
const longestGuid = 4096;

/**
 * Assigns each item its id: guid, or else link, or else a hash of title, date and content. Ids are unique: an item that
 * appears again with its link is dropped, items with the same guid but different links are identified by link, and
 * different items that share one link are identified by hash.
 */
export function identify(drafts: Draft[], repairs: Set<string>): FeedItem[] {
  const items = new Map<string, FeedItem>();
  const shared = { guids: sharedGuids(drafts), links: sharedLinks(drafts) };
  for (const draft of drafts) {
    if (isEmpty(draft)) {
      repairs.add(sentence('documents.empty_items'));
      continue;
    }
    if (draft.guid === null && shared.links.has(draft.url)) repairs.add(sentence('documents.same_link'));
    if (shared.guids.has(draft.guid)) repairs.add(sentence('documents.same_guid'));
    for (const [id, id_source] of names(draft, shared)) {
      const other = items.get(id);
      if (other === undefined) {
        items.set(id, { ...draft, guid: draft.guid?.slice(0, longestGuid) ?? null, id, id_source });
        break;
      }
      if (id_source === 'hash' || isSame(other, draft)) {
        repairs.add(sentence('documents.repeated_items'));
        break;
      }
    }
  }
  return [...items.values()];
}

type Shared = { guids: Set<string | null>; links: Set<string | null> };

function* names(draft: Draft, { guids, links }: Shared): Generator<[string, FeedItem['id_source']]> {
  if (draft.guid !== null && !(guids.has(draft.guid) && draft.url !== null))
    yield [bounded(draft.guid), 'guid'];
  if (draft.url !== null && (draft.guid !== null || !links.has(draft.url)))
    yield [bounded(draft.url), 'link'];
  yield [hash(JSON.stringify([draft.title, draft.publish_date, draft.content])), 'hash'];
}

/**
 * Returns the guids shared by items with different links. If only the first of these items had the guid, another item would take it over
 * one day.
 */
function sharedGuids(drafts: Draft[]): Set<string | null> {
  const firsts = new Map<string, string>();
  const shared = new Set<string | null>();
  for (const { guid, url } of drafts) {
    if (guid === null || url === null) continue;
    if (firsts.has(guid) && firsts.get(guid) !== url) shared.add(guid);
    else firsts.set(guid, url);
  }
  return shared;
}

/** Returns the links that do not distinguish items without a guid. */
function sharedLinks(drafts: Draft[]): Set<string | null> {
  const firsts = new Map<string, string>();
  const shared = new Set<string | null>();
  for (const { guid, url, title, content } of drafts) {
    if (guid !== null || url === null) continue;
    const text = title || content;
    if (firsts.has(url) && firsts.get(url) !== text) shared.add(url);
    else firsts.set(url, text);
  }
  return shared;
}

function isSame(one: Draft, other: Draft): boolean {
  return one.url === other.url || one.url === null || other.url === null;
}

function isEmpty({ guid, url, title, content, enclosure }: Draft): boolean {
  return guid === null && url === null && title === '' && content === '' && enclosure === null;
}

function bounded(name: string): string {
  return Buffer.byteLength(name) <= longestId ? name : hash(name);
}

function hash(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
