import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed as readBySecond } from 'feedsmith';
import { feedOf, wellFormed } from '../../testing/samples/feeds.ts';
import { readDate } from './dates.ts';

// An independent reader, for well-formed feeds only: it neither resolves addresses nor repairs anything.
type Brief = { id: string; title: string; url: string; date: string | null; content: string };

function briefs(document: string): Brief[] {
  const { format, feed } = readBySecond(document);
  if (format === 'rss') {
    return (feed.items ?? []).map(item => ({
      id: item.guid?.value ?? item.link ?? '',
      title: item.title ?? '',
      url: item.link ?? '',
      date: readDate(String(item.pubDate ?? '')),
      content: item.content?.encoded ?? item.description ?? item.itunes?.summary ?? '',
    }));
  }
  if (format === 'rdf') {
    return (feed.items ?? []).map(item => ({
      id: item.link ?? '',
      title: item.title ?? '',
      url: item.link ?? '',
      date: readDate(String(item.dc?.dates?.[0] ?? '')),
      content: item.description ?? '',
    }));
  }
  if (format === 'atom') {
    return (feed.entries ?? []).map(entry => ({
      id: entry.id ?? '',
      title: entry.title?.value ?? '',
      url: entry.links?.find(link => (link.rel ?? 'alternate') === 'alternate')?.href ?? '',
      date: readDate(String(entry.published ?? entry.updated ?? '')),
      content: entry.content?.value ?? '',
    }));
  }
  assert.equal(format, 'json');
  return (feed.items ?? []).map(item => ({
    id: item.id ?? '',
    title: item.title ?? '',
    url: item.url ?? '',
    date: readDate(String(item.date_published ?? '')),
    content: item.content_html ?? (item.content_text ?? '').replace('<', '&lt;'),
  }));
}

test('an independent reader sees the same items in well-formed feeds', () => {
  for (const [name, document] of Object.entries(wellFormed)) {
    const feed = feedOf(document);
    assert.deepEqual(feed.repairs, [], name);
    const ours = feed.items.map(({ id, title, url, publish_date, content }) => ({
      id,
      title,
      url,
      date: publish_date,
      content,
    }));
    const theirs = briefs(document).map(item => ({ ...item, title: item.title.replace('&#8211;', '–') }));
    assert.deepEqual(ours, theirs, name);
    assert.ok(ours.length > 0, name);
  }
});
