/** A part of multipart/form-data. With a `filename`, it is a file. */
export type Part = { name: string; value: string | Uint8Array; filename?: string; type?: string };

/** Encodes the form with every given byte unchanged. Returns it with its content type. */
export function encodeForm(parts: Part[], boundary: string = crypto.randomUUID()) {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return {
    body: Buffer.concat([...pieces, `--${boundary}--\r\n`].map(piece => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const signature = '89504e470d0a1a0a';
const header = '0000000d49484452000000010000000108060000001f15c489';
const rest = '0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082';

/** The smallest PNG: one pixel. */
export const pixel = Buffer.from(signature + header + rest, 'hex');
