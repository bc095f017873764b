import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { findFaults } from './findings.ts';
import { layoutOf } from './theme.ts';

const id = (number: number) => `01990000-0000-7000-8000-00000000000${number}`;
const pictures = {
  [id(1)]: { width: 1600, content_type: 'image/jpeg' },
  [id(2)]: { width: 40, content_type: 'image/webp' },
  [id(3)]: { width: null, content_type: 'image/avif' },
};
const at = (number: number, name = 'a.png') => `https://news.host.net/files/${id(number)}/${name}`;
const compile = (body: string, template: 'classic' | 'naked' | null = null) =>
  compileMessage({ subject: 's', body, description: 'd', pictures }, layoutOf(sampleTheme, template));
const image = (body: string, template: 'classic' | 'naked' | null = null) =>
  /<img [^>]*>/.exec(
    compile(body, template)
      .fill(sampleValues)
      .html.replace(/ style="[^"]*"/g, ''),
  )![0];

test('a picture of the newsletter has the width of its file, but at most that of the content', () => {
  assert.equal(image(`![x](${at(1)})`), `<img alt="x" src="${at(1)}" width="510">`);
  assert.equal(image(`![x](${at(2)})`), `<img alt="x" src="${at(2)}" width="40">`);
  assert.equal(image(`![x](${at(1)})`, 'classic'), `<img alt="x" src="${at(1)}" width="600">`);
  assert.equal(image(`![x](${at(1)})`, 'naked'), `<img alt="x" src="${at(1)}" width="600">`);
  assert.equal(image(`![x](${at(3)})`), `<img alt="x" src="${at(3)}">`, 'nobody knows how wide it is');
  assert.equal(image('![x](https://a.example/x.png)'), '<img alt="x" src="https://a.example/x.png">');
});

test('a width that the author wrote stays if it fits', () => {
  const src = `src="${at(1)}"`;
  for (const [given, width] of [
    ['width="300"', 'width="300"'],
    ['width="300" height="200"', 'height="200" width="300"'],
    ['width="1200" height="800"', 'width="510"'],
    ['width="50%"', 'width="50%"'],
    ['width="{{ subscriber.metadata.first_name }}"', /width="[A-Z]\w+"/],
    ['height="80"', 'height="80"'],
    ['style="width: 80px"', ''],
    ['style="height: 80px"', ''],
    ['style="max-width: 300px"', 'width="300"'],
  ] as const) {
    const tag = image(`<p>x <img ${src} ${given}></p>`);
    const rest = tag.replace(/<img|>| src="[^"]*"/g, '').trim();
    if (typeof width === 'string') assert.equal(rest, width, given);
    else assert.match(rest, width);
  }
});

test('a picture whose address depends on the reader has no width', () => {
  assert.doesNotMatch(
    image('![x](https://news.host.net/files/{{ subscriber.metadata.first_name }}/x.png)'),
    /width/,
  );
});

test('a WebP or AVIF picture is found by its stored type or by its address', () => {
  const find = (body: string, header_image = '') => {
    const source = { subject: 's', body, description: 'd', pictures };
    const compiled = compileMessage(source, sampleTheme);
    const { newsletter } = sampleValues;
    const filled = compiled.fill({ ...sampleValues, newsletter: { ...newsletter, header_image } });
    return findFaults(source, compiled, filled).filter(({ kind }) => kind === 'image_format');
  };
  const [finding, ...others] = find(`Text\n\n![x](${at(2)}) ![y](${at(1, 'b.webp')})`);
  assert.deepEqual(others, [], 'what is stored counts');
  const { detail, ...place } = finding!;
  assert.deepEqual(place, { kind: 'image_format', severity: 'warning', part: 'body', line: 3, column: 4 });
  assert.match(
    detail,
    /is a WebP file, which Outlook for Windows does not show\. Use JPEG or PNG instead\.$/,
  );
  assert.match(find(`Text ![x](${at(3)})`)[0]!.detail, /is an AVIF file/);
  assert.match(find('Text ![x](https://a.example/x.WebP?v=1#2)')[0]!.detail, /x\.WebP\?v=1#2 is a WebP file/);
  assert.deepEqual(find('Text ![x](https://a.example/x.png?y=.webp)'), []);
  assert.equal(find('Text', 'https://a.example/top.avif')[0]!.part, null);
});
