import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard error, so that standard output stays for what a person or a script asked for. */
export function createLog(level: string, to: DestinationStream = pino.destination(2)): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    to,
  );
}

/** What failed and where. Not whatever else an error holds: PostgreSQL's `detail` quotes the row, and so a person. */
function describeError(error: Error) {
  const { type, message, code, table, constraint, stack } = pino.stdSerializers.err(error);
  return { type, message, code, table, constraint, stack };
}
