import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { sendPage } from './pages.ts';

type Asked = { url?: string; base_url?: string; page: number; page_size?: number; count: number };

/** Returns the `next` and `previous` of a page, and its Link header. */
function neighbours({
  url = '/v1/tags',
  base_url = 'https://news.example',
  page,
  page_size = 10,
  count,
}: Asked) {
  let link: string | undefined;
  const reply = {
    header: (_: string, value: string) => (link = value),
    request: { url, query: { page, page_size } },
    server: { base_url },
  } as unknown as FastifyReply;
  const { next, previous } = sendPage(reply, { results: [], count });
  return { next, previous, link };
}

test('a single page has no neighbours and no Link header', () => {
  for (const count of [0, 1, 10]) {
    assert.deepEqual(neighbours({ page: 1, count }), { next: null, previous: null, link: undefined });
  }
});

test('next and previous are absolute addresses that keep the filters, and Link repeats them', () => {
  const url = '/v1/tags?status[]=a&q=%C3%BC%26x&page=2&page_size=10';
  const { next, previous, link } = neighbours({ url, page: 2, count: 21 });
  assert.equal(next, 'https://news.example/v1/tags?status%5B%5D=a&q=%C3%BC%26x&page=3&page_size=10');
  assert.equal(previous, 'https://news.example/v1/tags?status%5B%5D=a&q=%C3%BC%26x&page=1&page_size=10');
  assert.equal(link, `<${next}>; rel="next", <${previous}>; rel="prev"`);
});

test('the last page has no next, and a page beyond it has the last page as its previous', () => {
  assert.equal(neighbours({ page: 3, count: 21 }).next, null);
  const beyond = neighbours({ page: 9, count: 21 });
  assert.deepEqual([beyond.next, beyond.previous], [null, 'https://news.example/v1/tags?page=3']);
});

test('a path in the base address is kept', () => {
  const base_url = 'https://example.org/news';
  assert.equal(neighbours({ base_url, page: 1, count: 11 }).next, 'https://example.org/news/v1/tags?page=2');
});

test('a request cannot make next and previous point to another host', () => {
  for (const url of ['http://evil.example/v1/tags', '//evil.example/v1/tags']) {
    const { next } = neighbours({ url, page: 1, count: 11 });
    assert.equal(new URL(next!).host, 'news.example', url);
  }
});
