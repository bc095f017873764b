import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { root } from '../platform/root.ts';
import { untilSignedIn } from '../platform/session.ts';
import { words } from '../words.ts';
import type { Upload } from './editor/images.ts';

type Reply = { status: number; text: string };

/**
 * Uploads a picture to the newsletter and returns its address. Waits for a sign-in if the session has ended. Throws
 * ApiFailure. The typed client cannot tell how much has been sent, so this is a request of its own.
 */
export function uploadImage(here: Here): Upload {
  return async (file, onProgress, signal) => {
    for (;;) {
      const { status, text } = await send(here, file, onProgress, signal);
      if (status === 401) await untilSignedIn();
      else if (status === 201) return (JSON.parse(text) as { image: string }).image;
      else throw new ApiFailure(status, readRefusal(status, text));
    }
  };
}

function send(
  { newsletter }: Here,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Reply> {
  const form = new FormData();
  form.append('image', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${root}/v1/images`);
    request.setRequestHeader('postrider-newsletter', newsletter.id);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / Math.max(1, total));
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () =>
      reject(new ApiFailure(0, { code: 'no_answer', detail: words.failures.offline_detail }));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(form);
  });
}

function readRefusal(status: number, text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return { detail: words.editor.upload_failed(status) };
  }
}
