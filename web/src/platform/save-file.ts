import { minute_ms } from './durations.ts';
/** Saves text or bytes as a file in the person's downloads. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun, but Firefox reads the text a moment later.
  setTimeout(() => URL.revokeObjectURL(url), minute_ms);
}
