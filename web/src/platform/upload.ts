import { words } from '../words.ts';
import { ApiFailure } from './failure.ts';
import { putIntoOurWords } from './in-our-words.ts';
import { root } from './root.ts';
import { untilSignedIn } from './session.ts';
import { ownZone } from './time.ts';

type Reply = { status: number; text: string };
type Upload = {
  /** The id of the newsletter. */
  newsletter: string;
  /** The path below the root, with its query. */
  path: string;
  body: Blob | FormData;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Posts a file to the API and returns the answer. Waits for a sign-in if the session has ended. Throws ApiFailure. The typed client cannot
 * tell how much has been sent, so this is a separate request.
 */
export async function upload(wanted: Upload): Promise<unknown> {
  for (;;) {
    const { status, text } = await send(wanted);
    if (status === 401) await untilSignedIn();
    else if (status >= 200 && status < 300) return JSON.parse(text);
    else {
      const refusal = readRefusal(status, text);
      await putIntoOurWords(refusal, ownZone);
      throw new ApiFailure(status, refusal);
    }
  }
}

function send({ newsletter, path, body, onProgress, signal }: Upload): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', root + path);
    request.setRequestHeader('postrider-newsletter', newsletter);
    if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / Math.max(1, total));
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () =>
      reject(new ApiFailure(0, { code: 'no_answer', detail: words.failures.offline_detail }));
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(body);
  });
}

function readRefusal(status: number, text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return { detail: words.failures.upload(status) };
  }
}
