import type { Form } from '../../../../src/client/schema.ts';

/** A question that is being edited, with its options as lines. `id` stays the same meanwhile. */
export type Question = Omit<Form['fields'][number], 'options'> & { options: string; id: string };

/** A form that is being edited. */
export type Draft = Pick<
  Form,
  'title' | 'slug' | 'body' | 'button' | 'consent_text' | 'success_body' | 'redirect_url' | 'tags'
> & { fields: Question[]; opt_in: 'usual' | 'yes' | 'no'; hourly_limit: string };

const usualLimit = 500;

export function draftOf(form?: Form): Draft {
  if (!form)
    return {
      ...{ title: '', slug: '', body: '', button: '', consent_text: '', success_body: '', redirect_url: '' },
      ...{ tags: [], fields: [], opt_in: 'usual', hourly_limit: String(usualLimit) },
    };
  const { double_opt_in: asks, hourly_limit, fields, ...rest } = form;
  return {
    ...rest,
    fields: fields.map(field => ({ ...field, options: field.options.join('\n'), id: field.name })),
    opt_in: asks === null ? 'usual' : asks ? 'yes' : 'no',
    hourly_limit: hourly_limit === null ? '' : String(hourly_limit),
  };
}

export function newQuestion(): Question {
  return { name: '', label: '', type: 'text', required: false, options: '', id: crypto.randomUUID() };
}

/** Returns the request for the API. */
export function inputOf({ opt_in, hourly_limit, fields, ...draft }: Draft) {
  const { title, slug, body, button, consent_text, success_body, redirect_url, tags } = draft;
  return {
    title: title.trim(),
    slug: slug.trim(),
    redirect_url: redirect_url.trim(),
    ...{ body, button, consent_text, success_body, tags },
    double_opt_in: opt_in === 'usual' ? null : opt_in === 'yes',
    hourly_limit: hourly_limit.trim() === '' ? null : Number(hourly_limit),
    fields: fields.map(({ id: _, options, ...field }) => ({
      ...field,
      name: field.name.trim(),
      options:
        field.type === 'choice'
          ? options
              .split('\n')
              .map(line => line.trim())
              .filter(Boolean)
          : [],
    })),
  };
}
