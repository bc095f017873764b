import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Templates } from '../../platform/database/schema.ts';
import { clearable, line, optional, timestamp } from '../../platform/http/fields.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { fields } from '../fields.ts';
import { templateExample, templateInputExample } from './examples.ts';

export type Template = Selectable<Templates>;

const name = line(200).regex(/\S/, sentence('input.not_empty')).trim();
const { body, email_type, template, locale, archival_mode } = fields;
const subject = optional(line(2000), '');

export const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    subject: z.string(),
    body: z.string().describe('Markdown or HTML with Liquid, as in an email'),
    email_type: email_type.shown,
    template: template.shown,
    locale: locale.shown,
    archival_mode: archival_mode.shown,
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({ id: 'Template', examples: [templateExample] });

export const templateCreate = z
  .object({
    name,
    subject: subject.create,
    body: body.create,
    email_type: email_type.create,
    template: template.create,
    locale: locale.create,
    archival_mode: archival_mode.create,
  })
  .meta({ examples: [templateInputExample] });
export type TemplateCreate = z.output<typeof templateCreate>;

export const templateUpdate = z.object({
  name: name.optional(),
  subject: clearable(line(2000), ''),
  body: body.update,
  email_type: email_type.update,
  template: template.update,
  locale: locale.update,
  archival_mode: archival_mode.update,
});
export type TemplateUpdate = z.output<typeof templateUpdate>;
