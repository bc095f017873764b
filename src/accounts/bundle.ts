import { sql } from 'kysely';
import { z } from 'zod';
import { countInserted, definePart, recordsOf, stamp } from '../platform/bundle/part.ts';
import { approval_threshold, delivery_months, newsletterFields } from './newsletter.ts';

const { captcha, captcha_site_key, captcha_secret, ...fields } = newsletterFields;

const columns = sql`username, name, description, from_name, from_address, reply_to, timezone, locale, formal_words, words, postal_address,
  track_opens, track_clicks, undo_seconds, late_schedule_hours, double_opt_in, sign_up_text, premium_text, premium_url,
  confirmation_subject, confirmation_text, welcome_subject, welcome_body, tint_color, typeface, page_width, header_image,
  forms_create_tags, sending_rate, approval_threshold, delivery_months, creation_date, modification_date`;

/**
 * The settings, in one line, without the captcha, whose secret is not exported. If the username is taken, the importing
 * newsletter keeps its own.
 */
export const newsletterPart = definePart({
  name: 'newsletter',
  line: z.strictObject({
    ...fields,
    approval_threshold,
    delivery_months,
    creation_date: stamp,
    modification_date: stamp,
  }),
  rows: ({ newsletter }) => sql`select ${columns} from newsletters where key = ${newsletter.key}`,
  take: (trx, { newsletter }, lines) =>
    countInserted(
      trx,
      sql`
        update newsletters set (${columns}) = (
          select case when exists (select from newsletters other where other.username = line.username and key <> ${newsletter.key})
              then newsletters.username else line.username end,
            name, description, from_name, from_address, reply_to, timezone, locale, formal_words, words, postal_address, track_opens, track_clicks,
            undo_seconds, late_schedule_hours, double_opt_in, sign_up_text, premium_text, premium_url,
            confirmation_subject, confirmation_text, welcome_subject, welcome_body, tint_color, typeface, page_width,
            header_image, forms_create_tags, sending_rate, approval_threshold, delivery_months, creation_date,
            modification_date
          from ${recordsOf(
            lines.slice(0, 1),
            `username text, name text, description text, from_name text, from_address text, reply_to text, timezone text,
            locale text, formal_words boolean, words jsonb, postal_address text, track_opens boolean, track_clicks boolean, undo_seconds int, late_schedule_hours int,
            double_opt_in boolean, sign_up_text text, premium_text text, premium_url text,
            confirmation_subject text, confirmation_text text, welcome_subject text, welcome_body text, tint_color text,
            typeface text, page_width text, header_image text, forms_create_tags boolean, sending_rate float8,
            approval_threshold int, delivery_months int, creation_date timestamptz, modification_date timestamptz`,
          )})
        where key = ${newsletter.key}`,
    ),
});
