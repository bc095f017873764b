import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWardrobe } from './dress.ts';
import { emptyLook } from './fields.ts';

test('no rule of a newsletter lets an element of its site paint over forms', () => {
  const dressOf = openWardrobe(new Map(), ['https://news.example']);
  const web_css = '.site { contain: none !important; overflow: visible !important }';
  const { site_css } = dressOf({ ...emptyLook, web_css });
  // CSS Cascade 5 §6.4.1: what is important in a layer beats what is important outside all layers.
  const kept = /^@layer kept\{\.site\{([^}]*)\}\}/.exec(site_css)?.[1]?.split(';') ?? [];
  for (const rule of ['contain:paint!important', 'overflow:clip!important', 'position:relative!important'])
    assert.ok(kept.includes(rule), rule);
  assert.equal(dressOf(emptyLook).site_css, '');
});
