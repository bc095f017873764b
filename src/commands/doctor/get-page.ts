import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { TLSSocket } from 'node:tls';
import { messageOf } from '../../platform/errors.ts';

/** The response of a server; `valid_until` is the end of its certificate. */
export type Page =
  | { status: number; body: string; date: Date | undefined; valid_until: Date | undefined }
  | { failed: string };

/** Fetches a page. Never throws: `failed` describes the obstacle. */
export type GetPage = (url: string) => Promise<Page>;

const patienceMilliseconds = 10_000;
const mostBytes = 100_000;

/** Follows no redirects, and waits ten seconds at most. */
export const getPage: GetPage = url =>
  new Promise(resolve => {
    const fail = (reason: string) => resolve({ failed: reason });
    const request = url.startsWith('https:') ? requestTls : requestPlain;
    const asked = request(
      url,
      { signal: AbortSignal.timeout(patienceMilliseconds), agent: false },
      response => {
        const { socket } = response;
        const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes <= mostBytes) parts.push(part);
          else asked.destroy(new Error('The answer is too long.'));
        });
        response.on('error', error => fail(messageOf(error)));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            date: readDate(response.headers.date),
            valid_until: readDate(certificate?.valid_to),
          }),
        );
      },
    );
    asked.on('error', error =>
      fail(error.name === 'TimeoutError' ? 'There was no answer within 10 seconds.' : messageOf(error)),
    );
    asked.end();
  });

function readDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}
