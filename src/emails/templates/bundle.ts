import { date, freeText, id, tablePart } from '../../platform/bundle/columns.ts';
import { bundledAs } from '../fields.ts';

/** The templates that emails begin with, oldest first. */
export const templatesPart = tablePart({
  name: 'templates',
  may_be_missing: true,
  columns: {
    id,
    name: freeText,
    subject: freeText,
    body: freeText,
    email_type: bundledAs('email_type'),
    template: bundledAs('template'),
    locale: bundledAs('locale'),
    archival_mode: bundledAs('archival_mode'),
    creation_date: date,
    modification_date: date,
  },
});
