import { z } from 'zod';
import { date, flag, freeText, id, tablePart } from '../../platform/bundle/columns.ts';
import { fieldsSchema } from './fields.ts';
import { formStatuses } from './form.ts';

/** The sign-up forms, oldest first. Bundles of earlier versions have none. */
export const formsPart = tablePart({
  name: 'forms',
  may_be_missing: true,
  columns: {
    id,
    title: freeText,
    slug: freeText,
    body: freeText,
    fields: { line: fieldsSchema, type: 'jsonb' },
    button: freeText,
    consent_text: freeText,
    success_body: freeText,
    redirect_url: freeText,
    tags: { line: z.array(z.uuid()), type: 'uuid[]' },
    double_opt_in: { line: flag.line.nullable(), type: 'boolean' },
    hourly_limit: { line: z.int().nullable(), type: 'int' },
    status: { line: z.enum(formStatuses), type: 'form_status' },
    creation_date: date,
    modification_date: date,
  },
});
