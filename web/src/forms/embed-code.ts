/** Returns the address with these tags for people who sign up there. */
export function addressWith(address: string, tags: readonly string[]): string {
  const url = new URL(address);
  for (const tag of tags) url.searchParams.append('tag', tag);
  return url.href;
}

type Field = { name: string; label: string; type: string; required: boolean; options: readonly string[] };

/** Returns a plain form for any site, with these questions. The last field is a trap for robots, which fill in everything. */
export function formCode(
  post_url: string,
  tags: readonly string[],
  { fields, button }: { fields: readonly Field[]; button: string } = { fields: [], button: '' },
): string {
  return [
    `<form method="post" action="${attribute(post_url)}">`,
    '  <label for="email">Your email address</label>',
    '  <input type="email" id="email" name="email" required>',
    ...fields.flatMap(fieldCode),
    ...tags.map(tag => `  <input type="hidden" name="tag" value="${attribute(tag)}">`),
    '  <input type="text" name="website" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;left:-9999px">',
    `  <button type="submit">${attribute(button.trim() || 'Subscribe')}</button>`,
    '</form>',
  ].join('\n');
}

function fieldCode({ name, label, type, required, options }: Field, at: number): string[] {
  const named = `name="metadata__${attribute(name)}"${required ? ' required' : ''}`;
  const words = attribute(label);
  if (type === 'consent') return [`  <label><input type="checkbox" ${named} value="true"> ${words}</label>`];
  const id = `field-${at + 1}`;
  return [
    `  <label for="${id}">${words}</label>`,
    ...(type === 'choice'
      ? [
          `  <select id="${id}" ${named}>`,
          '    <option value=""></option>',
          ...options.map(option => `    <option>${attribute(option)}</option>`),
          '  </select>',
        ]
      : [`  <input type="${attribute(type)}" id="${id}" ${named}>`]),
  ];
}

/** Returns our own form in a frame of this height in pixels. */
export function frameCode(frame_url: string, tags: readonly string[], name: string, height = 220): string {
  const address = attribute(addressWith(frame_url, tags));
  return `<iframe src="${address}" title="Subscribe to ${attribute(name)}" style="border:0;width:100%;height:${height}px"></iframe>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
