import type { Newsletter, Operations } from '../../../src/client/schema.ts';
import type { words } from '../words.ts';

export type Setting = keyof typeof words.settings.fields;
/** The way in which a setting is edited. An empty limit means none; an empty number means the default. */
type Kind = 'line' | 'text' | 'zone' | 'language' | 'number' | 'limit' | 'switch' | 'choice' | 'pair';
type Group = keyof typeof words.setting_groups;

/** The settings on the newsletter's screen, in their order. */
export const groups: Record<Group, Partial<Record<Setting, Kind>>> = {
  page: { name: 'line', username: 'line', description: 'text', timezone: 'zone' },
  language: { locale: 'language', formal_words: 'switch' },
  sender: {
    from_name: 'line',
    from_address: 'line',
    reply_to: 'line',
    replies: 'choice',
    bounce_domain: 'line',
    postal_address: 'text',
  },
  sending: {
    undo_seconds: 'number',
    late_schedule_hours: 'number',
    sending_rate: 'number',
    approval_threshold: 'limit',
    mail_cap: 'pair',
    quiet_hours: 'pair',
    comment_notices: 'switch',
    digests: 'pair',
  },
  joining: { double_opt_in: 'switch', forms_create_tags: 'switch', asks_timezone: 'switch' },
  paying: { free_subscriptions: 'switch', premium_url: 'line', premium_text: 'text' },
  privacy: { track_opens: 'switch', track_clicks: 'switch', delivery_months: 'limit' },
};

/** The two members of settings that have two. Without either, the setting is off. */
export const pairs = {
  mail_cap: { count: 'number', days: 'number' },
  quiet_hours: { from: 'time', until: 'time' },
  digests: { weekday: 'weekday', time: 'time' },
} as const;
export type Pair = keyof typeof pairs;

function readPair(form: FormData, name: Pair): Record<string, string | number> | null {
  const given = Object.entries(pairs[name]).flatMap(([member, type]) => {
    const text = String(form.get(`${name}.${member}`) ?? '').trim();
    return text === '' ? [] : [[member, type === 'number' ? Number(text) : text] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}

export const kinds = Object.entries(Object.assign({}, ...Object.values(groups))) as [Setting, Kind][];

/** Returns the form's values that differ from the newsletter as it was `shown`, in the form that the API takes. */
export function readSettings(
  form: FormData,
  shown: Newsletter,
): Operations['patch']['/v1/newsletters/{id}']['body'] {
  const value = (name: Setting, kind: Kind) => {
    const text = String(form.get(name) ?? '').trim();
    if (kind === 'pair') return readPair(form, name as Pair);
    if (kind === 'switch') return form.get(name) === 'on';
    if (kind === 'number' || kind === 'limit') return text === '' ? null : Number(text);
    return text;
  };
  const held = kinds.map(([name, kind]) => [name, value(name, kind)] as const);
  return Object.fromEntries(held.filter(([name, one]) => !isSame(one, shown[name])));
}

/** Returns true if the form's value equals the stored one, apart from surrounding spaces and the line breaks of forms. */
function isSame(held: unknown, stored: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : JSON.stringify(value ?? null);
  return plain(held) === plain(stored);
}
