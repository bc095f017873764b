import { createExport } from '../moving/exports/change.ts';
import { exportCreate } from '../moving/exports/export.ts';
import { DomainError } from '../platform/errors.ts';
import type { WriteExport } from '../sequences/engine/effect.ts';

/** What the step create_export of a sequence does. Throws `request_invalid` for what POST /v1/exports would refuse. */
export const writeExportOf: WriteExport = async (trx, newsletter, by, metadata) => {
  const { data, error } = exportCreate.safeParse(metadata);
  if (!data) {
    const { path, message } = error.issues[0]!;
    throw new DomainError('request_invalid', `${['metadata', ...path].join('.')}: ${message}.`);
  }
  await createExport(trx, { newsletter, by: by ?? '' }, data);
};
