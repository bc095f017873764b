import { styleText } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Creates the log. It goes to standard error, so that standard output is free for the results that a person or a script requested. Each
 * entry is one line of JSON, or has a format that is easier to read, which is the default on a terminal.
 */
export function createLog(
  level: string,
  to: DestinationStream | 'pretty' | 'json' = process.stderr.isTTY ? 'pretty' : 'json',
): Log {
  const streams = { json: () => pino.destination(2), pretty: () => ({ write: writePretty }) };
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    typeof to === 'string' ? streams[to]() : to,
  );
}

/**
 * Returns the properties of an error that say what failed and where, but no others: PostgreSQL's `detail` quotes the row, which may
 * identify a person.
 */
function describeError(error: Error) {
  const { type, message, code, table, constraint, stack } = pino.stdSerializers.err(error);
  return { type, message, code, table, constraint, stack };
}

function writePretty(line: string): void {
  process.stderr.write(prettyLine(line));
}

type Entry = Record<string, unknown> & {
  level: number;
  time: string;
  msg?: string;
  err?: { stack?: string };
};

const levels: Record<number, Parameters<typeof styleText>[0]> = { 40: 'yellow', 50: 'red', 60: 'red' };

/** Formats an entry as `14:02:11 WARN  what happened  name=value …`, in local time, with an error's stack below. */
export function prettyLine(json: string): string {
  const { level, time, msg = '', err, ...rest }: Entry = JSON.parse(json);
  const name = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  const { text, fields } = msg === 'request' ? describeRequest(rest) : { text: msg, fields: rest };
  const shown = Object.entries(fields).map(([field, value]) => `${field}=${plain(value)}`);
  const line = [new Date(time).toLocaleTimeString('en-GB'), color(levels[level], name), text].join(' ');
  const stack = err?.stack ? `\n${harmless(err.stack).replace(/^/gm, '    ')}` : '';
  return `${[line, ...shown].join('  ')}${stack}\n`;
}

/** Describes a request as `GET /v1/emails/:id 200 3 ms`, with the error code if it failed. */
function describeRequest({ method, route, status, ms, reqId, ...fields }: Record<string, unknown>) {
  const failed = Number(status) >= 400 ? { reqId } : {};
  return { text: `${method} ${route} ${status} ${ms} ms`, fields: { ...failed, ...fields } };
}

/** Returns the value, in quotes if it would be ambiguous without them. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\x21-\x7e]+$/.test(text) ? text : harmless(JSON.stringify(value));
}

/** Removes everything that a terminal would take as a command. */
function harmless(text: string): string {
  return text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '�');
}

function color(format: Parameters<typeof styleText>[0] | undefined, text: string): string {
  return format ? styleText(format, text, { stream: process.stderr }) : text;
}
