import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { fillBody, sampleTheme, sampleValues, withMetadata } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';

function fillSubject(subject: string, values = sampleValues): string {
  return compileMessage({ subject, body: '', description: '' }, sampleTheme).fill(values).subject;
}

test('Markdown means CommonMark with tables, strikethrough, bare links and typographic quotes', () => {
  const { html } = fillBody(
    '# Title\n\n"Quoted" *em* **strong** ~~gone~~ www.example.com and https://a.example/b.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n',
  );
  assert.match(html, /<h1>Title<\/h1>/);
  assert.match(html, /“Quoted” <em>em<\/em> <strong>strong<\/strong> <s>gone<\/s>/);
  assert.match(html, /<a href="http:\/\/www.example.com">www.example.com<\/a>/);
  assert.match(html, /<a href="https:\/\/a.example\/b">https:\/\/a.example\/b<\/a>\./);
  assert.match(html, /<table class="data">[\s\S]*<td>1<\/td>/);
});

test('a file name is not mistaken for a domain', () => {
  assert.equal(fillBody('See README.md or example.com').html, '<p>See README.md or example.com</p>');
});

test('the editor mode decides how a body is read and is never shown', () => {
  assert.equal(
    fillBody('<!-- buttondown-editor-mode: plaintext --><p>a</p>\n\n**b**').html,
    '<p>a</p>\n<p><strong>b</strong></p>',
  );
  assert.equal(fillBody('<!-- buttondown-editor-mode: fancy -->**b**').html, '**b**');
  assert.equal(fillBody('\n<!--buttondown-editor-mode:fancy-->\n<p>*a*</p>').html, '<p>*a*</p>');
});

test('HTML and Markdown are told apart', () => {
  assert.equal(fillBody('<p>two *stars*</p>\n<p>end</p>').html, '<p>two *stars*</p>\n<p>end</p>');
  assert.equal(
    fillBody('<!doctype html><html><head><title>T</title></head><body>*a*</body></html>').html,
    '*a*',
  );
  assert.equal(fillBody('{% if true %}<p>*a*</p>{% endif %}').html, '<p>*a*</p>');
  assert.match(fillBody('<div align="center">logo</div>\n\nSome *text*').html, /<em>text<\/em>/);
  assert.match(fillBody('<b>Hello</b> *you*').html, /<b>Hello<\/b> <em>you<\/em>/);
});

test('a value is escaped in HTML and unchanged in the text and the subject', () => {
  const values = withMetadata({ name: `<b onclick="x">Tom & 'Jerry'</b>` });
  const { html, text } = fillBody('Hi {{ subscriber.metadata.name }}', values);
  assert.equal(html, '<p>Hi &lt;b onclick=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/b&gt;</p>');
  assert.equal(text, `Hi <b onclick="x">Tom & 'Jerry'</b>`);
  assert.equal(
    fillSubject('Hi {{ subscriber.metadata.name }}', values),
    `Hi <b onclick="x">Tom & 'Jerry'</b>`,
  );
});

test('no filter turns escaping off', () => {
  const escaped = '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>';
  for (const filter of ['raw', 'escape', 'escape_once', 'raw | raw', 'newline_to_br', 'strip | raw']) {
    assert.equal(fillBody(`{{ subscriber.metadata.hostile | ${filter} }}`).html, escaped, filter);
  }
  assert.equal(fillBody('{% echo subscriber.metadata.hostile | raw %}').html, escaped);
  assert.equal(fillBody('{% cycle subscriber.metadata.hostile %}').html, escaped);
  assert.equal(
    fillBody('{% capture x %}{{ subscriber.metadata.hostile | raw }}{% endcapture %}{{ x | raw }}').html,
    escaped,
  );
});

test('captured output is not escaped twice and can be used as an address', () => {
  const { html, text } = fillBody(
    '{% capture url %}https://a.example/?x=1&to={{ subscriber.email }}{% endcapture %}[go]({{ url }}) **{{ url | upcase }}**',
  );
  assert.equal(
    html,
    '<p><a href="https://a.example/?x=1&amp;to=ann@example.org">go</a> <strong>HTTPS://A.EXAMPLE/?X=1&amp;TO=ANN@EXAMPLE.ORG</strong></p>',
  );
  assert.match(text, /^go \(https:\/\/a\.example\/\?x=1&to=ann@example\.org\)/);
});

test('a value that holds Liquid is not evaluated again', () => {
  const { html, text } = fillBody(
    '{{ subscriber.metadata.liquid }} {{ subscriber.metadata.liquid | append: "!" }}',
  );
  assert.equal(html, '<p>{{ subscriber.email }} {{ subscriber.email }}!</p>');
  assert.equal(text, '{{ subscriber.email }} {{ subscriber.email }}!');
  assert.equal(fillSubject('{{ subscriber.metadata.liquid }}'), '{{ subscriber.email }}');
});

test('braces that come from entities, raw blocks or dropped elements stay text', () => {
  const { html } = fillBody(
    '&#123;&#123; subscriber.email }} {<script></script>{ subscriber.email }} {% raw %}{{ x }}{% endraw %}',
  );
  assert.equal(html, '<p>{{ subscriber.email }} {{ subscriber.email }} {{ x }}</p>');
});

test('an unknown variable renders empty', () => {
  assert.equal(fillBody('a{{ nope }}b{{ subscriber.metadata.nope.deeper }}c').html, '<p>abc</p>');
});

test('placeholders work as link targets, as automatic links, in titles and as images', () => {
  const url = 'https://news.example.org/unsubscribe/abc?list=1&amp;to=2';
  assert.equal(fillBody('[text]({{ unsubscribe_url }})').html, `<p><a href="${url}">text</a></p>`);
  assert.equal(fillBody('see <{{ unsubscribe_url }}>').html, `<p>see <a href="${url}">${url}</a></p>`);
  assert.equal(fillBody('<{{ unsubscribe_url }}>').html, `<p><a href="${url}">${url}</a></p>`);
  assert.equal(fillBody('[a][r]\n\n[r]: {{ unsubscribe_url }}').html, `<p><a href="${url}">a</a></p>`);
  assert.equal(
    fillBody(
      '[a](https://a.example/?to={{ subscriber.email | url_encode }}&x=1 "For {{ subscriber.email }}")',
    ).html,
    '<p><a href="https://a.example/?to=ann%40example.org&amp;x=1" title="For ann@example.org">a</a></p>',
  );
  assert.equal(
    fillBody('![To {{ subscriber.email }}]({{ email.absolute_url }}/x.png)').html,
    '<p><img alt="To ann@example.org" src="https://news.example.org/archive/42/x.png"></p>',
  );
});

test('an address from data is left out unless it is a web, mail or phone link', () => {
  const href = (url: string) => fillBody('[x]({{ subscriber.metadata.url }})', withMetadata({ url })).html;
  for (const url of [
    'javascript:alert(1)',
    ' JaVa\tScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'x',
    '',
    '#',
    'https://',
    'mailto:',
  ]) {
    assert.equal(href(url), '<p><a>x</a></p>', url);
  }
  for (const url of ['https://a.example', 'HTTP://a.example', 'mailto:a@b.example', 'tel:+43']) {
    assert.equal(href(url), `<p><a href="${url}">x</a></p>`);
  }
  assert.match(fillBody('<img src="{{ subscriber.metadata.hostile }}" alt="a">').html, /<img alt="a">/);
});

test('a link to an unknown variable becomes text in HTML and plain text', () => {
  const { html, text } = fillBody(
    'Go [there]({{ nowhere }}) or <a class="button" href="{{ no.where }}">here</a>.',
  );
  assert.equal(html, '<p>Go <a>there</a> or <a class="button">here</a>.</p>');
  assert.equal(text, 'Go there or here.');
  const known = fillBody('Go [there]({{ email.absolute_url }}).');
  assert.equal(known.text, 'Go there (https://news.example.org/archive/42).');
});

test('a forbidden scheme cannot be assembled from pieces', () => {
  for (const href of [
    '{{ "java" }}{{ "script:alert(1)" }}',
    'java{{ "script" }}:alert(1)',
    '{% if true %}java{% endif %}script:alert(1)',
    '{% assign s = "script:" %}java{{ s }}alert(1)',
    '{% capture c %}javascript:alert(1){% endcapture %}{{ c }}',
  ]) {
    const { html } = fillBody(`<p><a href="${href}">x</a></p>`);
    assert.equal(html, '<p><a>x</a></p>', href);
  }
});

test('a condition can choose an address', () => {
  const body =
    '<p><a href="{% if subscriber.type == "premium" %}https://a.example/p{% else %}https://a.example/r{% endif %}">x</a></p>';
  assert.equal(fillBody(body).html, '<p><a href="https://a.example/r">x</a></p>');
});

test('a value cannot leave its attribute or its style declaration', () => {
  const values = withMetadata({ quote: '" onclick="x', style: 'red;background:url(//e);position:fixed' });
  const body =
    '<p title="{{ subscriber.metadata.quote }}" style="color: {{ subscriber.metadata.style }}">x</p>';
  assert.match(fillBody(body, values).html, /^<p title="&quot; onclick=&quot;x">x<\/p>$/);
  const styles = fillBody(body, values).message.html;
  assert.match(styles, /color:redbackgroundurlepositionfixed"/);
});

test('a filter inside a Markdown table does not end its cell', () => {
  const { html } = fillBody('| a | b |\n|---|---|\n| {{ subscriber.email | upcase | append: "|" }} | 2 |');
  assert.match(html, /<td>ANN@EXAMPLE.ORG\|<\/td>\n<td>2<\/td>/);
});

test('foreign line endings and a byte order mark make no difference', () => {
  const body = '# A\n\n{% if true %}\n- b\n{% endif %}\n';
  assert.equal(fillBody(`\ufeff${body.replaceAll('\n', '\r\n')}`).message.html, fillBody(body).message.html);
});

test('emoji and other scripts are preserved', () => {
  const { html, text } = fillBody(
    'Grüße 🍞 {{ subscriber.metadata.n }} 日本',
    withMetadata({ n: '👩‍👧 né' }),
  );
  assert.equal(html, '<p>Grüße 🍞 👩‍👧 né 日本</p>');
  assert.equal(text, 'Grüße 🍞 👩‍👧 né 日本');
});

test('a subject is one line, whatever its values contain', () => {
  const values = withMetadata({ x: 'a\r\nBcc: v@e.example\0\u2028b\u2029c\td\u0085e' });
  assert.equal(fillSubject('S\n{{ subscriber.metadata.x }}', values), 'S a Bcc: v@e.example b c d e');
  assert.equal(
    fillSubject('Hi {% if subscriber.type == "regular" %}{{ subscriber.metadata.first_name }}{% endif %}!'),
    'Hi Ann!',
  );
});

test('the body sees the rendered subject', () => {
  const compiled = compileMessage(
    { subject: 'Hi {{ subscriber.metadata.first_name }}', body: '{{ email.subject }}', description: '' },
    sampleTheme,
  );
  assert.match(compiled.fill(sampleValues).html, />Hi Ann<\/p>/);
});

test('errors name line and column of the source and the reason', () => {
  const fault = (body: string) => {
    try {
      fillBody(body);
    } catch (error) {
      assert.ok(error instanceof DomainError);
      return `${error.code}: ${error.detail}`;
    }
    return 'no error';
  };
  assert.equal(
    fault('a\r\n\r\nb 🍞 {{ "x" | shout }}'),
    'body_invalid: body, line 3, column 6: undefined filter: shout.',
  );
  assert.equal(
    fault('<!-- buttondown-editor-mode: fancy -->\n<p>{% if x %}</p>'),
    'body_invalid: body, line 2, column 4: tag {% if x %} not closed.',
  );
  assert.match(
    fault('{% comment %}\n{{ x }}\n{% endcomment %}\n{{ y'),
    /^body_invalid: body, line 4, column 1: output .* not closed\.$/,
  );
  assert.match(fault('a\n\n{% for x y %}{% endfor %}'), /^body_invalid: body, line 3, column 1: illegal tag/);
  assert.match(
    fault('x\n\n<td {% if a %}class="b"{% endif %}>'),
    /line 3, column 5: Liquid cannot be used in the name or between/,
  );
  assert.match(
    fault('<p>a</p>\n<p>b {% if true %}</p><p>{% endif %} c</p>'),
    /line 2, column 26: {% endif %} is separated/,
  );
  assert.throws(() => fillSubject('Hi\n {{ x | shout }}'), {
    code: 'subject_invalid',
    detail: 'subject, line 2, column 2: undefined filter: shout.',
  });
});

test('an error found only while rendering is reported the same way', () => {
  assert.throws(
    () => fillBody('a\n{{ "*" | base64_decode }}'),
    (error: unknown) => {
      return (
        error instanceof DomainError &&
        error.code === 'body_invalid' &&
        error.detail.startsWith('body, line 2, column 1:')
      );
    },
  );
});

test('no content can change the layout’s values', () => {
  const body = '{% assign unsubscribe_url = "" %}{% assign newsletter = "" %}{% increment email %}';
  const { html, text } = fillBody(body).message;
  assert.ok(html.includes('href="https://news.example.org/unsubscribe/abc?list=1&amp;to=2"'));
  assert.ok(html.includes('<strong>The Weekly Ferret</strong>'));
  assert.match(text, /Unsubscribe: https/);
});

test('one compiled message renders for many recipients without mixing their values', () => {
  const compiled = compileMessage(
    {
      subject: '{% increment medium %}{{ subscriber.email }}',
      body: '{% assign seen = subscriber.email %}{% increment unsubscribe_url %} {{ subscriber.email }}',
      description: '',
    },
    sampleTheme,
  );
  const other = { ...sampleValues, subscriber: { ...sampleValues.subscriber, email: 'bob@example.org' } };
  const first = compiled.fill(sampleValues);
  assert.ok(!compiled.fill(other).html.includes('ann@example.org'));
  assert.deepEqual(compiled.fill(sampleValues), first);
  assert.equal(sampleValues.medium, 'email');
  assert.ok(first.html.includes(sampleValues.unsubscribe_url.replace('&', '&amp;')));
});
