import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Liquid } from 'liquidjs';
import { DomainError } from '../../platform/errors.ts';
import { sampleTheme, sampleValues, withMetadata } from '../../testing/samples/rendering.ts';
import { compileMessage, parseMessage } from './compile.ts';
import { excerptOfUnfinished } from './excerpt.ts';
import { htmlEngine, plainEngine, renderTemplates } from './liquid.ts';
import type { Division, FilledMessage, MessageSource, MessageValues, Pattern } from './message.ts';
import { joinPattern, sharedText } from './patterns.ts';
import type { Content } from './placeholders.ts';
import { finishLines } from './wrap.ts';

/** Renders everything by Liquid alone, for comparison. */
function renderPlainly(source: MessageSource, values: MessageValues): FilledMessage {
  const parts = parseMessage(source, sampleTheme);
  const render = (engine: Liquid, contents: Content[], scope: object) =>
    contents.map(content => renderTemplates(engine, content.templates, { ...scope })).join('');
  const subject = render(plainEngine, [parts.subject], values)
    .replace(/[ \p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const heading = { has_title: false, byline: '', picture: '' };
  const { absolute_url, secondary_id } = values.email;
  const email = { subject, absolute_url, comments_url: '', secondary_id, ...heading };
  const scope = { ...values, email: { ...email, description: source.description, preview: '' } };
  const text = finishLines(render(plainEngine, parts.text, scope));
  const begun = render(plainEngine, parts.text.slice(1, -1), scope).slice(0, 2000);
  const preview = source.description || excerptOfUnfinished(begun);
  return {
    subject,
    html: render(htmlEngine, parts.html, { ...scope, email: { ...scope.email, preview } }),
    text: `${text.replace(/^\n+/, '').trimEnd()}\n`,
  };
}

const fragments = [
  '{{ subscriber.metadata.first_name }}',
  '{{ subscriber.metadata.first_name | default: "friend" }}',
  '{{ subscriber.metadata["first_name"] | upcase | append: "!" }}',
  '{{ subscriber.metadata.list | first }} {{ subscriber.metadata.list[1] }} {{ subscriber.tags.size }}',
  '{{ subscriber.metadata }} {{ subscriber.tags }} {{ email | json }} {{ nothing.here }}',
  '{{ subscriber.metadata.first_name | escape | newline_to_br | raw | truncate: 9 }}',
  '{{ subscriber.metadata.number | default: 7, allow_false: true }} {{ subscriber.email.length }}',
  '{{ newsletter.name }} {{ newsletter.postal_address | newline_to_br }} {{ medium }} {{ email.secondary_id }}',
  '{{ email.subject }} {{ email.subject | size }} {{ email.description }}',
  '[a]({{ unsubscribe_url }}) <{{ manage_subscription_url }}> [b]({{ subscriber.metadata.url }} "To {{ subscriber.email }}")',
  '[c](https://a.example/?m={{ subscriber.email | url_encode }}&n={{ newsletter.name | url_encode }})',
  '<span style="color: {{ subscriber.metadata.color }}" title="{% if subscriber.type == "regular" %}r{% endif %}">s</span>',
  '{% if subscriber.metadata.first_name != blank %}Dear {{ subscriber.metadata.first_name }}{% else %}Hello{% endif %}',
  '{% if subscriber.tags contains "Vienna" %}**V**{% elsif subscriber.type == "premium" %}P{% endif %}',
  '{% if subscriber.metadata.number > 3 and medium == "email" %}many{% endif %}{% unless subscriber.type == "x" %}u{% endunless %}',
  '{% if medium == "web" %}{{ subscriber.email }}{% else %}mail{% endif %}',
  '{% case subscriber.type %}{% when "regular", "free" %}R{% else %}E{% endcase %}',
  '{% for tag in subscriber.tags %}{{ tag }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
  '{% for i in (1..3) %}{{ i }}{{ subscriber.type }}{% endfor %} {% for subscriber in (1..2) %}{{ subscriber }}{% endfor %}',
  'word '.repeat(40),
  'plain *text*  {%- if subscriber.type -%} \n tight {%- endif %}',
];

const stateful = [
  '{% assign who = subscriber.metadata.first_name %}',
  '{% assign subscriber = "shadow" %}',
  '{% capture note %}<b>{{ subscriber.email }}</b>{% endcapture %}{{ note }}',
  '{{ who | default: "nobody" }} {% increment unsubscribe_url %}{% increment count %}{% decrement medium %}',
  '{% cycle "a", "b" %}{% cycle subscriber.type, "b" %}',
  '{% for t in subscriber.tags limit: 1 %}{{ t }}{% endfor %}{% for t in subscriber.tags offset: continue %}{{ t }}{% endfor %}',
  '{% liquid\n assign x = subscriber.type\n echo x %}',
  'before {% if subscriber.type == "regular" %}{% break %}{% endif %} after',
  '{% for t in subscriber.tags %}{% if t == "Early" %}{% continue %}{% endif %}{{ t }}{% endfor %}',
];

const shapes: ((text: string) => string)[] = [
  text => text,
  text => text,
  text => `# ${text.replaceAll('\n', ' ')}`,
  text => `- ${text.replaceAll('\n', ' ')}\n- two`,
  text => `> ${text.replaceAll('\n', ' ')}`,
  text => `| a | b |\n|---|---|\n| ${text.replaceAll('\n', ' ')} | ${'long '.repeat(3)} |\n| c | d |`,
  text => `    ${text.replaceAll('\n', ' ')}\n\n    code`,
  text => `{% if subscriber.metadata.first_name %}\n${text}\n{% endif %}`,
  text => `{% if subscriber.type == "premium" %}\n\n${text}\n\n{% endif %}`,
  text => `{% for t in subscriber.tags %}\n- ${text.replaceAll('\n', ' ')}\n{% endfor %}`,
  text => `<div>${text}</div>`,
];

const audience = [
  sampleValues,
  withMetadata({}),
  withMetadata({
    first_name: '\n\n<b>"Tom" & {{ x }}</b>\u0001\r\n\n\n',
    list: [1, { a: 2 }],
    number: false,
    url: 'javascript:x',
  }),
  withMetadata({
    first_name: ` ${'long name '.repeat(20)}`,
    list: 'text',
    number: 5,
    color: 'red;x:url(y)',
    url: 'https://a.example/?a=1&b=2',
  }),
  withMetadata({ first_name: ['x', null], constructor: 'c', number: 0, url: { a: 1 } }),
  { ...withMetadata({ first_name: '' }), unsubscribe_url: '', medium: 'web' as const },
];

/** Returns random numbers from 0 to below `limit`, the same in each run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

function randomSource(seed: number): MessageSource {
  const roll = dice(seed);
  const pick = <Item>(items: Item[]) => items[roll(items.length)] as Item;
  const pool = seed % 3 === 0 ? [...fragments, ...stateful] : fragments;
  const blocks = Array.from({ length: 1 + roll(8) }, () =>
    pick(shapes)(Array.from({ length: 1 + roll(3) }, () => pick(pool)).join(' ')),
  );
  const subjects = ['Plain', 'Hi {{ subscriber.metadata.first_name }}', '{{ newsletter.name }}', ' {{ x }} '];
  return { subject: pick(subjects), body: blocks.join('\n\n'), description: pick(['', 'Preview <&>']) };
}

test('the joined patterns equal the text that Liquid renders from the whole, byte for byte', () => {
  let compared = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const source = randomSource(seed);
    let message: ReturnType<typeof compileMessage>;
    try {
      message = compileMessage(source, sampleTheme);
    } catch (error) {
      assert.ok(error instanceof DomainError, source.body);
      continue;
    }
    const bound = message.bind(sampleValues);
    for (const values of audience) {
      const expected = renderPlainly(source, values);
      assert.deepEqual(message.fill(values), expected, source.body);
      if (values.medium !== sampleValues.medium) continue;
      const joined = (pattern: Pattern<MessageValues>) => joinPattern(pattern, values);
      assert.equal(joined(bound.subject), expected.subject);
      assert.equal(joined(bound.html), expected.html, source.body);
      assert.equal(joined(bound.text), expected.text, source.body);
      compared++;
    }
  }
  assert.ok(compared > 300, String(compared));
});

test('shared content is plain text, and only personal values are functions', () => {
  const body =
    '# {{ newsletter.name }}\n\n{% if medium == "web" %}{{ subscriber.email }}{% endif %}Hi {{ subscriber.email }}!\n\nBye';
  const bound = compileMessage({ subject: 'On {{ medium }}', body, description: '' }, sampleTheme).bind(
    sampleValues,
  );
  assert.deepEqual(bound.subject, ['On email']);
  // These are the address, with which the line in inboxes ends, and the footer's links, which follow each other in the text part.
  const own = (pattern: Pattern<MessageValues>) => pattern.filter(piece => typeof piece !== 'string').length;
  assert.equal(own(bound.html), 4);
  assert.equal(own(bound.text), 2);
});

test('of a condition that all copies answer alike, only the values are personal', () => {
  const body =
    'Hi, {% if medium == "email" %}long and shared: {% if subscriber.type == "regular" %}{{ subscriber.email }}{% endif %}{% else %}{{ subscriber.type }}{% endif %}';
  const message = compileMessage({ subject: 's', body, description: 'd' }, sampleTheme);
  const ownOf = (division: Division) =>
    message
      .bind(sampleValues, division)
      .html.flatMap(piece => (typeof piece === 'string' ? [] : [piece(sampleValues)]));
  assert.equal(ownOf({})[0], sampleValues.subscriber.email);
  assert.equal(ownOf({ whole_conditions: true })[0], `long and shared: ${sampleValues.subscriber.email}`);
  const filled = ['unsubscribe_url', 'manage_subscription_url'];
  assert.deepEqual(ownOf({ filled }).slice(1), [
    ' href="https://news.example.org/unsubscribe/abc?list=1&amp;to=2"',
    ' href="https://news.example.org/manage/abc"',
  ]);
});

test('a line for inboxes of which all copies share some words is not blank in any copy', () => {
  const source = { subject: 's', body: '{{ subscriber.metadata.gap }}Shared', description: '' };
  const bound = compileMessage(source, sampleTheme).bind(sampleValues);
  const shown = (gap: string) =>
    /class="preview"[^>]*>(\w*)/.exec(joinPattern(bound.html, withMetadata({ gap })))?.[1];
  assert.deepEqual([shown('Not '), shown('\n'.repeat(3000))], ['Not', 'Shared']);
});

test('conditions in each other around a personal value are bound, however many', () => {
  const body = `${'{% if medium == "email" %}'.repeat(900)}{{ subscriber.email }}${'{% endif %}'.repeat(900)}`;
  const { html } = compileMessage({ subject: 's', body, description: '' }, sampleTheme).bind(sampleValues);
  assert.ok(joinPattern(html, sampleValues).includes(sampleValues.subscriber.email));
});

test('a message without personal values is the same for everyone except for the footer', () => {
  const values = { ...sampleValues, unsubscribe_url: '' };
  const source = { subject: 's', body: '{% assign x = newsletter.name %}{{ x }}', description: '' };
  const { html } = compileMessage(source, sampleTheme).bind(values);
  assert.equal(sharedText(html.slice(0, 1))?.includes('>The Weekly Ferret</p>'), true);
});

test('templates see only the documented fields of a row', () => {
  const newsletter = { ...sampleValues.newsletter, api_key: 'secret' };
  const source = { subject: '{{ newsletter.api_key }}', body: '{{ newsletter | json }}', description: '' };
  const filled = compileMessage(source, sampleTheme).fill({ ...sampleValues, newsletter });
  assert.doesNotMatch(JSON.stringify(filled), /secret/);
});

test('a value that changes between two copies appears in the next one', () => {
  const source = { subject: 'To {{ subscriber.email }}', body: '{{ email.subject }}', description: '' };
  const bound = compileMessage(source, sampleTheme).bind(sampleValues);
  const values = structuredClone(sampleValues);
  for (const email of ['a@a.example', 'b@b.example']) {
    values.subscriber.email = email;
    assert.ok(joinPattern(bound.html, values).includes(`To ${email}</p>`));
    assert.ok(joinPattern(bound.text, values).includes(`To ${email}\n`));
  }
});

test('a copy over the limits is refused, and the next one is made', () => {
  const bodies = [
    '{% for x in subscriber.metadata.list %}{% for y in subscriber.metadata.list %}{{ y }}{% endfor %}{% endfor %}',
    '{{ subscriber.metadata.text }}'.repeat(300),
    '{{ subscriber.metadata.text | append: subscriber.metadata.text }}'.repeat(200),
    '{{ subscriber.metadata.text | upcase }}\n\n'.repeat(200),
  ];
  const huge = withMetadata({ list: Array(30_000).fill('x'.repeat(100)), text: 'x'.repeat(10_000) });
  for (const body of bodies) {
    const bound = compileMessage({ subject: 's', body, description: '' }, sampleTheme).bind(sampleValues);
    assert.throws(() => joinPattern(bound.html, huge), { code: 'body_invalid' }, body.slice(0, 40));
    assert.throws(() => joinPattern(bound.text, huge), { code: 'body_invalid' }, body.slice(0, 40));
    assert.ok(joinPattern(bound.html, sampleValues).length > 1_000);
  }
});
