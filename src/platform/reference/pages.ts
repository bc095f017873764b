import { errorStatus } from '../errors.ts';
import { type Markup, markup } from '../http/markup.ts';
import type { Content, Document, Operation, Section, Shape } from './document.ts';
import { curlOf, exampleOf, literal, typescriptOf } from './examples.ts';
import { about, fieldsOf, limitsOf, prose, typeOf } from './shapes.ts';

type Context = { base_url: string; sections: Section[]; schemas: Document['components']['schemas'] };

/** The meaning of each status of a refusal, whatever the operation. */
const refusals: Readonly<Record<string, string>> = {
  400: 'The request breaks a rule. `detail` names the field and says what to send.',
  401: 'The key is missing, unknown, revoked or expired.',
  403: 'The key may not do this. `detail` names the permission or the bound.',
  404: 'It does not exist, or belongs to another newsletter.',
  405: 'The address does not have this method. `Allow` lists those that it has.',
  409: 'The state of the object does not allow it now. `detail` says what to wait for or change.',
  410: 'It is no longer kept.',
  412: 'Somebody has changed the object since the version in `If-Match`.',
  413: 'The body is too large.',
  415: 'The body has another content type than the operation takes.',
  416: 'The range begins after the end of the file.',
  429: 'Too many requests. Wait as long as `Retry-After` says.',
  500: 'A fault of the service. Its log has the details under the id in `detail`.',
  503: 'The service cannot do this now. Try again in a moment.',
  507: 'The disk of the service is full.',
};

/** Returns the first page: how to begin, and all operations. */
export function indexPage(context: Context, { info }: Document): Markup {
  const { base_url, sections } = context;
  return frame(
    context,
    'API reference',
    '',
    markup`<h1>API reference</h1>
<p class="lead">${info.description.split('. ')[0]}.</p>
<h2 id="begin">Begin</h2>
<p>An API key belongs to one newsletter. Create one in the dashboard or with <code>postrider key create</code>, and send it with every request.</p>
<div class="examples">
${example('curl', `export API_KEY=…\n\ncurl "${base_url}/v1/subscribers" \\\n  -H "Authorization: Token $API_KEY"`)}
${example('TypeScript', `import { connect } from 'postrider-client';\n\nconst postrider = connect({\n  base_url: '${base_url}',\n  key: process.env.API_KEY,\n});\nconst { data } = await postrider.get('/v1/subscribers');`)}
</div>
<p>The <a href="/v1/openapi.json">OpenAPI document</a> describes everything on these pages for programs. What can go wrong is in <a href="/docs/errors">Errors</a>; the objects that several operations return are in <a href="/docs/objects">Objects</a>.</p>
${sections.map(
  section => markup`<h2><a href="/docs/${section.slug}">${section.name}</a></h2>
<p>${prose(section.description)}</p>
${listOf(section)}`,
)}`,
  );
}

function listOf({ slug, operations, told }: Section): Markup {
  return markup`<ul class="operations">${operations.map(
    ({ operationId, method, path, summary }) =>
      markup`<li><a href="/docs/${slug}#${operationId}">${summary}</a> <span class="address">${method} ${path}</span></li>`,
  )}${told.map(
    ({ operationId, path, summary }) =>
      markup`<li><a href="/docs/${slug}#${operationId}">${summary}</a> <span class="address">${path}</span></li>`,
  )}</ul>`;
}

/** Returns the page of a section, with all of its operations. */
export function sectionPage(context: Context, section: Section): Markup {
  const { name, slug, description, operations, told } = section;
  return frame(
    context,
    name,
    slug,
    markup`<h1>${name}</h1>
<p class="lead">${prose(description)}</p>
${listOf(section)}
${operations.map(operation => describe(context, operation))}
${told.length > 0 && markup`<h2 id="told">What is posted to you</h2>`}
${told.map(tell)}`,
  );
}

function describe({ base_url, schemas }: Context, operation: Operation): Markup {
  const {
    operationId,
    method,
    path,
    summary,
    description,
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const body = exampleOf(requestBody?.content, schemas);
  const inPath = parameters.filter(one => one.in === 'path');
  const others = parameters.filter(one => one.in !== 'path');
  return markup`<article id="${operationId}">
<h2><a href="#${operationId}">${summary}</a></h2>
<p class="address"><b>${method}</b> ${path}</p>
${about(description)}
<div class="examples">${example('curl', curlOf(operation, base_url, body))}${example('TypeScript', typescriptOf(operation, body))}</div>
${parametersIn('In the address', inPath)}${parametersIn('Parameters', others)}
${bodyOf(requestBody?.content)}
${answersOf(responses)}
${refusalsOf(responses)}
<p class="id">Operation <code>${operationId}</code></p>
</article>`;
}

function example(language: string, text: string): Markup {
  return markup`<figure><figcaption>${language}</figcaption><pre><code>${text}</code></pre></figure>`;
}

function parametersIn(title: string, parameters: NonNullable<Operation['parameters']>): Markup | null {
  if (parameters.length === 0) return null;
  return markup`<h3>${title}</h3><dl class="fields">${parameters.map(
    ({ name, required, description, schema }) =>
      markup`<dt><code>${name}</code> ${typeOf(schema)}${required && markup` <b>required</b>`}</dt><dd>${about(description ?? schema.description, limitsOf(schema))}</dd>`,
  )}</dl>`;
}

function bodyOf(content: Content | undefined): Markup | null {
  const [entry] = Object.entries(content ?? {});
  if (!entry) return null;
  const [type, { schema }] = entry;
  const types = Object.keys(content!);
  return markup`<h3>Body</h3><p class="limits">${types.join(', ')}</p>${fieldsOf(schema) ?? (type === 'application/json' && markup`<p>${typeOf(schema)}</p>`)}`;
}

function answersOf(responses: Operation['responses']): Markup[] {
  return Object.entries(responses)
    .filter(([status]) => status < '300')
    .map(([status, { description = '', content }]) => {
      const [entry] = Object.entries(content ?? {});
      const said = description === 'Default Response' ? '' : description;
      if (!entry) return markup`<h3>Answer ${status}</h3>${about(said || 'Without a body.')}`;
      const [type, { schema }] = entry;
      const value = shownExample(content!, schema);
      return markup`<h3>Answer ${status}</h3>${about(said)}<p>${shapeName(type, schema)}</p>
${fold('Fields', fieldsOf(schema))}${value !== undefined && fold('Example', markup`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`)}`;
    });
}

/** Returns an example only if the document has one: an answer that was never given would mislead. */
function shownExample(content: Content, { examples }: Shape): unknown {
  const json = content['application/json'];
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value ?? examples?.[0];
}

function shapeName(type: string, schema: Shape): Markup {
  if (type !== 'application/json') return markup`<code>${type}</code>`;
  const { results } = schema.properties ?? {};
  return results?.items ? markup`A page of ${typeOf(results.items)}` : typeOf(schema);
}

function fold(title: string, content: Markup | null): Markup | null {
  return content && markup`<details><summary>${title}</summary>${content}</details>`;
}

function refusalsOf(responses: Operation['responses']): Markup | null {
  const statuses = Object.keys(responses).filter(status => status >= '400');
  if (statuses.length === 0) return null;
  return markup`<h3>Errors</h3><dl class="statuses">${statuses.map(
    status =>
      markup`<dt><a href="/docs/errors#${status}">${status}</a></dt><dd>${meaningOf(status, responses[status]!)}</dd>`,
  )}</dl>`;
}

function meaningOf(status: string, { description = '' }: { description?: string }): Markup {
  return prose(
    description && description !== 'Default Response' ? `${description}.` : (refusals[status] ?? ''),
  );
}

function tell({ operationId, path, summary, description, requestBody }: Operation): Markup {
  const schema = requestBody?.content['application/json']?.schema;
  return markup`<article id="${operationId}">
<h2><a href="#${operationId}">${summary}</a></h2>
<p class="address"><b>event</b> ${path}</p>
${about(description)}
${schema && fold('Body', fieldsOf(schema))}
</article>`;
}

/** Returns the page of the objects that have names, because several operations return them. */
export function objectsPage(context: Context): Markup {
  return frame(
    context,
    'Objects',
    'objects',
    markup`<h1>Objects</h1><p class="lead">What operations take and return under a name.</p>
${Object.entries(context.schemas).map(
  ([
    name,
    schema,
  ]) => markup`<article id="${name}"><h2><a href="#${name}">${name}</a></h2>${about(schema.description)}
${fieldsOf(schema) ?? markup`<p>${typeOf(schema)}</p>`}
${schema.examples?.[0] !== undefined && fold('Example', markup`<pre><code>${literal(schema.examples[0])}</code></pre>`)}</article>`,
)}`,
  );
}

/** Returns the page that says what every status means, and the codes that come with it. */
export function errorsPage(context: Context): Markup {
  const statuses = [...new Set(Object.values(errorStatus))].sort((a, b) => a - b);
  const codesOf = (status: number) =>
    Object.entries(errorStatus).flatMap(([code, one]) => (one === status ? [code] : []));
  return frame(
    context,
    'Errors',
    'errors',
    markup`<h1>Errors</h1>
<p class="lead">Every refusal is an <a href="/docs/objects#Error">Error</a>: <code>code</code> is for programs, <code>detail</code> says what to do, and <code>field</code> names what it is about.</p>
${statuses.map(
  status => markup`<article id="${status}"><h2><a href="#${status}">${status}</a></h2>
<p>${prose(refusals[String(status)] ?? '')}</p><ul class="codes">${codesOf(status).map(code => markup`<li><code>${code}</code></li>`)}</ul></article>`,
)}`,
  );
}

function frame({ sections }: Context, title: string, slug: string, content: Markup): Markup {
  const current = (one: string) => (one === slug ? markup` aria-current="page"` : null);
  const places = [
    { slug: '', name: 'All operations' },
    ...sections,
    { slug: 'objects', name: 'Objects' },
    { slug: 'errors', name: 'Errors' },
  ];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Postrider API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="/docs">Postrider API</a>
<search hidden>
<label for="sought">Search operations</label>
<input id="sought" type="search" placeholder="Search operations" autocomplete="off" spellcheck="false" aria-controls="found">
<p id="count" role="status"></p>
<ul id="found" class="operations"></ul>
</search>
</header>
<div class="columns">
<nav aria-label="Sections"><details><summary>Sections</summary><ul>${places.map(
    place =>
      markup`<li><a href="/docs${place.slug && `/${place.slug}`}"${current(place.slug)}>${place.name}</a></li>`,
  )}</ul></details></nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`;
}
