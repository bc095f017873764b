import { cutOff, DamagedPicture, openCopy, openCounter, type Read, widest } from './picture.ts';

/** Application extensions that change how the picture looks: repetition and the color profile. */
const shown = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];
const [extension, frame, trailer] = [0x21, 0x2c, 0x3b];
const [control, application] = [0xf9, 0xff];

/** Keeps frames, their timing and the repetition (GIF89a). Cuts comments and other extensions, and everything after the picture. */
export function readGif(bytes: Buffer): Read {
  const byte = (at: number) => {
    if (at >= bytes.length) throw new DamagedPicture(cutOff);
    return bytes[at]!;
  };
  const afterColors = (at: number, packed: number) => at + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    while (byte(at) !== 0) at += byte(at) + 1;
    return at + 1;
  };

  const start = afterColors(13, byte(10));
  byte(Math.max(12, start - 1));
  const { keep, copied } = openCopy(bytes);
  const count = openCounter();
  keep(0, start);
  let size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let hasFrames = false;
  for (let at = start; at < bytes.length && bytes[at] !== trailer; ) {
    count();
    const kind = bytes[at];
    let end: number;
    if (kind === frame) {
      const colors = afterColors(at + 10, byte(at + 9));
      end = afterBlocks(colors + 1);
      const corner = { width: bytes.readUInt16LE(at + 1), height: bytes.readUInt16LE(at + 3) };
      const { width, height } = { width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7) };
      size = widest(size, { width: corner.width + width, height: corner.height + height });
      hasFrames = true;
    } else if (kind === extension) end = afterBlocks(at + 2);
    else break; // as browsers do if there is something else between the blocks
    if (kind === frame || isShown(bytes, at)) keep(at, end);
    at = end;
  }
  if (!hasFrames) throw new DamagedPicture(cutOff);
  return { ...size, bytes: Buffer.concat([copied(), Buffer.of(trailer)]) };
}

function isShown(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  return (
    label === control || (label === application && shown.includes(bytes.toString('latin1', at + 3, at + 14)))
  );
}
