import { sentence } from '../../platform/sentences/sentence.ts';
import { cutOff, DamagedPicture, noSize, openCounter, type Read, type Size, widest } from './picture.ts';

/** A box of ISO/IEC 14496-12: where its content begins and ends. */
type Box = { type: string; start: number; content: number; end: number };
type Item = { id: number; type: string };
type Extent = { start: number; end: number };
/**
 * Overwrites this part of the file. `own` is a box that may contain the part, in addition to the boxes that hold the data of all pictures.
 */
type Wipe = (extent: Extent, own: Box | undefined, value: string | number) => void;

/** The boxes that may be in these boxes. Others contain text, dates and data of other programs. */
const kept: Record<string, string[]> = {
  file: ['ftyp', 'meta', 'mdat', 'moov'],
  meta: ['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'dinf', 'grpl'],
  moov: ['mvhd', 'trak', 'mvex', 'meta'],
  trak: ['tkhd', 'tref', 'edts', 'mdia', 'meta'],
  mdia: ['mdhd', 'hdlr', 'minf'],
};
/** Properties that describe a picture in words and dates. */
const descriptions = ['udes', 'altt', 'crtt', 'mdft', 'uuid'];
/** Items from which pixels are made (MIAF, AVIF and the gain maps of ISO 21496-1). */
const pictures = ['av01', 'grid', 'iovl', 'iden', 'tmap'];
const pictureTracks = ['pict', 'auxv', 'vide'];

/** Exif data without entries, because readers refuse an item that is not Exif data. */
const emptyExif = Buffer.concat([Buffer.alloc(4), Buffer.from('MM\0*\0\0\0\x08', 'latin1'), Buffer.alloc(6)]);

/**
 * Overwrites metadata in place, so that everything else stays where it is: the file gives positions in bytes from its beginning. AVIF turns
 * pictures by properties, never by Exif data.
 */
export function readAvif(given: Buffer): Read {
  const bytes = Buffer.from(given);
  try {
    const boxes = keepOnly(bytes, 'file', { content: 0, end: bytes.length });
    const wipe = openWipe(
      bytes,
      boxes.filter(({ type }) => type === 'mdat'),
    );
    const metas = boxes.filter(({ type }) => type === 'meta').map(meta => cleanMeta(bytes, meta, wipe));
    const tracks = boxes.filter(({ type }) => type === 'moov').map(moov => cleanMovie(bytes, moov, wipe));
    const { width, height } = [...metas, ...tracks].reduce<Size>(widest, noSize);
    const isTurned = metas.some(meta => meta.isTurned);
    return isTurned ? { width: height, height: width, bytes } : { width, height, bytes };
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedPicture(cutOff); // a position behind the end
    throw error;
  }
}

function listBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  const count = openCounter();
  for (let start = from; start < to; ) {
    count();
    const short = bytes.readUInt32BE(start);
    const content = start + (short === 1 ? 16 : 8);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short;
    const end = start + size;
    if (end < content || end > to) throw new DamagedPicture(cutOff);
    boxes.push({ type: bytes.toString('latin1', start + 4, start + 8), start, content, end });
    start = end;
  }
  return boxes;
}

/** Returns the boxes in this one. Those that do not belong there become free space. */
function keepOnly(bytes: Buffer, name: string, { content, end }: Pick<Box, 'content' | 'end'>): Box[] {
  const boxes = listBoxes(bytes, content, end);
  for (const box of boxes) if (!kept[name]!.includes(box.type)) free(bytes, box);
  return boxes;
}

function free(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}

/**
 * Opens the overwriting of items. Refuses items that name the same bytes again and again, which would only take time: together they are no
 * larger than the file.
 */
function openWipe(bytes: Buffer, data: Box[]): Wipe {
  const count = openCounter();
  let left = bytes.length;
  return ({ start, end }, own, value) => {
    count();
    const holder = [...data, ...(own ? [own] : [])].find(box => box.content <= start && end <= box.end);
    if (!holder || end <= start) throw new DamagedPicture(cutOff);
    left -= end - start;
    if (left < 0) throw new DamagedPicture(sentence('pictures.many_parts'));
    bytes.fill(value, start, end);
  };
}

function cleanMeta(bytes: Buffer, meta: Box, wipe: Wipe): Size & { isTurned: boolean } {
  const boxes = keepOnly(bytes, 'meta', { content: meta.content + 4, end: meta.end });
  const find = (type: string) => boxes.find(box => box.type === type);
  const [iinf, iloc, iprp, idat] = [find('iinf'), find('iloc'), find('iprp'), find('idat')];
  const places = iloc ? readPlaces(bytes, iloc, idat) : new Map<number, Extent[]>();
  for (const { id, type } of iinf ? listItems(bytes, iinf) : []) {
    if (pictures.includes(type)) continue;
    const extents = places.get(id) ?? [];
    for (const extent of extents) wipe(extent, idat, type === 'mime' ? ' ' : 0);
    const [first] = extents;
    if (type === 'Exif' && first && first.end - first.start >= emptyExif.length)
      emptyExif.copy(bytes, first.start);
  }
  return iprp ? readProperties(bytes, iprp) : { ...noSize, isTurned: false };
}

function readProperties(bytes: Buffer, iprp: Box): Size & { isTurned: boolean } {
  let size = noSize;
  let isTurned = false;
  const boxes = listBoxes(bytes, iprp.content, iprp.end).filter(({ type }) => type === 'ipco');
  for (const property of boxes.flatMap(({ content, end }) => listBoxes(bytes, content, end))) {
    const { type, content } = property;
    if (descriptions.includes(type)) free(bytes, property);
    else if (type === 'irot') isTurned ||= bytes.readUInt8(content) % 2 === 1;
    else if (type === 'ispe')
      size = widest(size, {
        width: bytes.readUInt32BE(content + 4),
        height: bytes.readUInt32BE(content + 8),
      });
  }
  return { ...size, isTurned };
}

function listItems(bytes: Buffer, iinf: Box): Item[] {
  const count = bytes.readUInt8(iinf.content) === 0 ? 2 : 4;
  return listBoxes(bytes, iinf.content + 4 + count, iinf.end).map(({ content }) => {
    const version = bytes.readUInt8(content);
    if (version < 2) throw new DamagedPicture(sentence('pictures.old_list'));
    const type = content + (version === 2 ? 8 : 10);
    const id = version === 2 ? bytes.readUInt16BE(content + 4) : bytes.readUInt32BE(content + 4);
    return { id, type: bytes.toString('latin1', type, type + 4) };
  });
}

/** Returns where each item is in the file. */
function readPlaces(bytes: Buffer, iloc: Box, idat: Box | undefined): Map<number, Extent[]> {
  let at = iloc.content;
  const next = (length: number) => {
    if (at + length > iloc.end) throw new DamagedPicture(cutOff);
    const value =
      length === 8 ? Number(bytes.readBigUInt64BE(at)) : length > 0 ? bytes.readUIntBE(at, length) : 0;
    at += length;
    return value;
  };
  const version = next(1);
  next(3);
  const [offsets, bases] = [next(1), next(1)];
  if ((offsets & 15) === 0) throw new DamagedPicture(sentence('pictures.no_lengths'));
  const indexSize = version === 0 ? 0 : bases & 15;
  const places = new Map<number, Extent[]>();
  for (let left = next(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(bases >> 4) + (method === 1 ? (idat?.content ?? Number.POSITIVE_INFINITY) : 0);
    const extents = Array.from({ length: next(2) }, () => {
      next(indexSize);
      const start = base + next(offsets >> 4);
      return { start, end: start + next(offsets & 15) };
    });
    places.set(id, method > 1 ? [{ start: 0, end: 0 }] : extents);
  }
  return places;
}

function cleanMovie(bytes: Buffer, moov: Box, wipe: Wipe): Size {
  let size = noSize;
  const boxes = keepOnly(bytes, 'moov', moov);
  const inTracks = boxes
    .filter(({ type }) => type === 'trak')
    .flatMap(track => keepOnly(bytes, 'trak', track));
  for (const box of [...boxes, ...inTracks]) {
    if (box.type === 'tkhd') size = widest(size, sizeOfTrack(bytes, box));
    if (box.type === 'mvhd' || box.type === 'tkhd') forgetDates(bytes, box);
    if (box.type === 'meta') cleanMeta(bytes, box, wipe);
    if (box.type === 'mdia') cleanMedia(bytes, box);
  }
  return size;
}

function cleanMedia(bytes: Buffer, mdia: Box): void {
  for (const box of keepOnly(bytes, 'mdia', mdia)) {
    if (box.type === 'mdhd') forgetDates(bytes, box);
    if (box.type !== 'hdlr') continue;
    const handler = bytes.toString('latin1', box.content + 8, box.content + 12);
    if (!pictureTracks.includes(handler)) throw new DamagedPicture(sentence('pictures.other_track'));
  }
}

/** Overwrites the dates of creation and change with which mvhd, tkhd and mdhd begin. */
function forgetDates(bytes: Buffer, { content, end }: Box): void {
  const length = bytes.readUInt8(content) === 1 ? 16 : 8;
  bytes.fill(0, content + 4, Math.min(end, content + 4 + length));
}

function sizeOfTrack(bytes: Buffer, { content }: Box): Size {
  const at = content + (bytes.readUInt8(content) === 1 ? 88 : 76);
  return { width: bytes.readUInt16BE(at), height: bytes.readUInt16BE(at + 4) }; // whole pixels of 16.16
}
