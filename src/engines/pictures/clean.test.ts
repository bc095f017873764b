import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { pixel } from '../../testing/forms.ts';
import { pngChunk, pngOf, samplePicture } from '../../testing/pictures.ts';
import { cleanPicture } from './clean.ts';
import { onlyOrientation } from './exif.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const cleanText = (bytes: Buffer) => cleanPicture(bytes).bytes.toString('latin1');
const refusal = (bytes: Buffer) => {
  try {
    cleanPicture(bytes);
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error));
    assert.equal(error.code, 'image_invalid');
    return error.detail;
  }
  return assert.fail('it was accepted');
};

const samples: [name: string, type: string, width: number, height: number, pixels: RegExp][] = [
  ['photo.jpeg', 'image/jpeg', 16, 24, /\xff\xda[\s\S]*\xff\xd9/],
  ['photo.png', 'image/png', 16, 24, /IDAT[\s\S]*/],
  ['photo.webp', 'image/webp', 16, 24, /VP8 [\s\S]{60}/],
  ['photo.avif', 'image/avif', 16, 24, /av1C[\s\S]{12}/],
  ['moving.gif', 'image/gif', 24, 16, /NETSCAPE2\.0[\s\S]*/],
  ['moving.webp', 'image/webp', 24, 16, /ANMF[\s\S]{24}/],
  ['moving.avif', 'image/avif', 32, 20, /av1C[\s\S]{12}/],
];

for (const [name, type, width, height, pixels] of samples) {
  test(`${name} loses its metadata and keeps its pixels, its colors, its motion and how it is turned`, () => {
    const given = samplePicture(name);
    const { bytes, ...facts } = cleanPicture(given);
    assert.deepEqual(facts, { content_type: type, width, height });
    const [before, after] = [given.toString('latin1'), bytes.toString('latin1')];
    assert.doesNotMatch(after, /Secret|GPS|rdf:RDF/);
    assert.ok(after.includes(pixels.exec(before)![0]), 'the pixels');
    for (const kept of ['ICC_PROFILE', 'iCCP', 'ICCP', 'prof', 'ANIM', 'NETSCAPE2.0', 'irot'])
      assert.equal(after.includes(kept), before.includes(kept), kept);
    assert.ok(cleanPicture(bytes).bytes.equals(bytes), 'cleaning it again changes nothing');
  });
}

test('only the orientation of Exif data stays', () => {
  for (const [name, mark] of [
    ['photo.jpeg', 'Exif\0\0'],
    ['photo.png', 'eXIf'],
    ['photo.webp', 'EXIF\x1a\0\0\0'],
  ] as const) {
    const text = cleanText(samplePicture(name));
    const at = text.indexOf(mark) + mark.length;
    assert.equal(text.slice(at, at + 26), onlyOrientation(6).toString('latin1'), name);
    assert.equal(text.split('MM\0*').length, 2, name);
  }
});

test('a picture without metadata stays as it is, byte for byte', () => {
  for (const bytes of [pixel, samplePicture('moving.gif'), pngOf('pixels')])
    assert.ok(cleanPicture(bytes).bytes.equals(bytes));
});

test('texts, dates and private parts of a PNG are cut, and so is everything after its end', () => {
  const end = pixel.length - 12;
  const extra = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'eXIf', 'caBX', 'prVt'].map(name =>
    pngChunk(name, latin('Secret')),
  );
  const given = Buffer.concat([
    pixel.subarray(0, 33),
    ...extra,
    pixel.subarray(33, end),
    ...extra,
    pixel.subarray(end),
  ]);
  assert.ok(cleanPicture(Buffer.concat([given, latin('Secret')])).bytes.equals(pixel));
});

test('comments, other programs’ data and thumbnails of a JPEG are cut, and so is everything after its end, such as a film', () => {
  const clean = cleanPicture(samplePicture('photo.jpeg')).bytes;
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.of(0xff, marker, 0, text.length + 2), latin(text)]);
  const extra = [
    segment(0xfe, 'Secret'),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0Secret'),
    segment(0xe2, 'MPF\0Secret'),
    segment(0xed, 'Photoshop 3.0\0Secret'),
    segment(0xe0, 'JFXX\0Secret'),
    segment(0xef, 'Secret'),
  ];
  const given = Buffer.concat([clean.subarray(0, 2), ...extra, clean.subarray(2), latin('ftypmp42 Secret')]);
  assert.ok(cleanPicture(given).bytes.equals(clean));
  const small = segment(0xe0, 'JFIF\0\x01\x01\0\0\x48\0\x48\x01\x01Sec');
  const [, , , , ...header] = cleanPicture(
    Buffer.concat([clean.subarray(0, 2), small, clean.subarray(2)]),
  ).bytes;
  assert.equal(Buffer.from(header.slice(2, 16)).toString('latin1'), 'JFIF\0\x01\x01\0\0\x48\0\x48\0\0');
});

test('comments, XMP and texts of a GIF are cut; its frames, their timing and its repetition stay', () => {
  const clean = samplePicture('moving.gif');
  const at = clean.indexOf(latin('!\xffNETSCAPE2.0'));
  const extra = [
    '!\xfe\x06Secret\0',
    '!\xff\x0bXMP DataXMP\x06Secret\0',
    '!\x01\x0c123456789012\x06Secret\0',
    '!\xff\x0bMAGPIE 1.00\x06Secret\0',
  ].map(latin);
  const given = Buffer.concat([clean.subarray(0, at), ...extra, clean.subarray(at), latin('Secret')]);
  assert.ok(cleanPicture(given).bytes.equals(clean));
});

test('text in an animated WebP, between its frames and in them, is cut', () => {
  const clean = cleanPicture(samplePicture('moving.webp')).bytes;
  const note = latin('NOTE\x06\0\0\0Secret');
  const given = Buffer.concat([clean, note, latin('XMP \x06\0\0\0Secret')]);
  given.writeUInt32LE(given.length - 8, 4);
  given[20]! |= 0x04;
  assert.ok(cleanPicture(given).bytes.equals(clean));
});

test('a JPEG that was cut off while it was saved is kept up to that point', () => {
  const given = samplePicture('photo.jpeg');
  const { bytes } = cleanPicture(given.subarray(0, given.length - 40));
  assert.ok(!bytes.includes('Secret') && bytes.length > 700);
});

for (const name of [
  'photo.jpeg',
  'photo.png',
  'photo.webp',
  'photo.avif',
  'moving.gif',
  'moving.webp',
  'moving.avif',
]) {
  test(`${name}, cut off or damaged anywhere, is refused in words or comes out without its metadata`, () => {
    const given = samplePicture(name);
    for (let length = 16; length < given.length; length += 1) tryOut(given.subarray(0, length));
    for (let at = 16; at < given.length; at += 1) {
      const damaged = Buffer.from(given);
      damaged[at] = 0xff - damaged[at]!;
      tryOut(damaged);
    }
  });
}

function tryOut(bytes: Buffer): void {
  try {
    cleanPicture(bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    assert.match(error.detail, /^image: this (?:\w+ file is damaged: .+\. Open it|picture has|is not a PNG)/);
  }
}

test('a file that is not a picture is refused', () => {
  for (const other of ['', 'GIF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7'])
    assert.match(refusal(latin(other)), /^image: this is not a PNG, JPEG, GIF, WebP or AVIF image\./);
});

test('a picture with more than about 50 megapixels is refused because of its header, in every format', () => {
  assert.equal(cleanPicture(pngOf('', { width: 8192, height: 6144 })).width, 8192); // what a camera calls 50 megapixels
  const large: [string, Buffer][] = [
    ['PNG', pngOf('', { width: 30_000, height: 30_000 })],
    ['PNG strip', pngOf('', { width: 2_000_000_000, height: 1 })],
    [
      'JPEG',
      change('photo.jpeg', bytes => bytes.fill(0xf0, at(bytes, '\xff\xc0') + 5, at(bytes, '\xff\xc0') + 9)),
    ],
    ['GIF', change('moving.gif', bytes => bytes.fill(0xf0, 6, 10))],
    [
      'GIF frame',
      change('moving.gif', bytes => bytes.fill(0xf0, at(bytes, '\0,\0') + 6, at(bytes, '\0,\0') + 10)),
    ],
    ['WebP', change('photo.webp', bytes => bytes.fill(0xf0, 24, 30))],
    [
      'WebP frame',
      change('photo.webp', bytes => bytes.fill(0x3f, at(bytes, 'VP8 ') + 14, at(bytes, 'VP8 ') + 18)),
    ],
    ['AVIF', change('photo.avif', bytes => bytes.fill(0x0f, at(bytes, 'ispe') + 8, at(bytes, 'ispe') + 16))],
    [
      'moving AVIF',
      change('moving.avif', bytes => bytes.fill(0x7f, at(bytes, 'ispe') + 8, at(bytes, 'ispe') + 16)),
    ],
  ];
  for (const [what, bytes] of large)
    assert.match(refusal(bytes), /^image: this picture has \d+ × \d+ pixels .*at most 50/, what);
});

function change(name: string, edit: (bytes: Buffer) => void): Buffer {
  const bytes = samplePicture(name);
  edit(bytes);
  return bytes;
}

function at(bytes: Buffer, text: string): number {
  return bytes.indexOf(latin(text));
}

test('a picture without a size is refused', () => {
  assert.match(refusal(pngOf('', { width: 0 })), /damaged: it does not say how large/);
});

test('a file of thousands of empty parts is refused before they take time', () => {
  const frame = ',\0\0\0\0\x01\0\x01\0\0\x02\0';
  const chunks = `VP8 \x0a\0\0\0\0\0\0\0\0\0\x01\0\x01\0${'XMP \0\0\0\0'.repeat(30_000)}`;
  const webp = latin(`RIFF\0\0\0\0WEBP${chunks}`);
  webp.writeUInt32LE(webp.length - 8, 4);
  const floods: Buffer[] = [
    webp,
    Buffer.concat([pixel.subarray(0, 33), Buffer.alloc(12 * 30_000, pngChunk('tEXt', Buffer.alloc(0)))]),
    latin(`GIF89a\x01\0\x01\0\0\0\0${frame.repeat(30_000)};`),
    latin(`\xff\xd8${'\xff\xfe\0\x02'.repeat(30_000)}`),
    latin(`\0\0\0\x14ftypavif\0\0\0\0avif${'\0\0\0\x08free'.repeat(30_000)}`),
  ];
  for (const flood of floods)
    assert.match(refusal(flood), /damaged: it has more parts than a picture needs\./);
});

test('an AVIF file that names the same bytes as metadata again and again is refused before that takes time', () => {
  const item = box('infe', [2, 0, 0, 0, 0, 1, 0, 0], latin('Exif\0'));
  const items = box('iinf', [0, 0, 0, 0, 0, 1], item);
  const type = box('ftyp', latin('avif\0\0\0\0avif'));
  const film = box('mdat', Buffer.alloc(1000, 'x'));
  const named = 60_000;
  const extents = Buffer.alloc(8 * named);
  const places = (start: number) => {
    for (let at = 0; at < extents.length; at += 8) {
      extents.writeUInt32BE(start, at);
      extents.writeUInt32BE(1000, at + 4);
    }
    return box('iloc', [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, named >> 8, named & 255], extents);
  };
  const meta = (start: number) => box('meta', [0, 0, 0, 0], items, places(start));
  const file = Buffer.concat([type, film, meta(type.length + 8)]);
  assert.match(refusal(file), /damaged: it has more parts than a picture needs\./);
});

/** Makes a box of an AVIF file. */
function box(type: string, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
