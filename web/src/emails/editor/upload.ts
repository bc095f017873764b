import type { Here } from '../../accounts/newsletters.ts';
import { upload } from '../../platform/upload.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { fitImage } from './fit-image.ts';
import type { Upload } from './images.ts';

/** Returns a function that uploads a picture to the newsletter and returns its address. It scales a large photo first and says so. */
export function uploadImage({ newsletter }: Here): Upload {
  return async (chosen, onProgress, signal) => {
    const { file, scaled } = await fitImage(chosen);
    signal.throwIfAborted();
    if (scaled) say(words.editor.scaled(file.name, scaled));
    const body = new FormData();
    body.append('image', file);
    const answer = await upload({ newsletter: newsletter.id, path: '/v1/images', body, onProgress, signal });
    return (answer as { image: string }).image;
  };
}
