import { words } from '../words.ts';
import { say } from './toast.tsx';

/** Copies the text to the clipboard, and says whether it worked. Browsers allow it only over HTTPS and on localhost. */
export async function copyText(text: string): Promise<void> {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  say(copied ? words.parts.copied : words.parts.not_copied);
}
