/** The address with these tags for those who sign up there. */
export function addressWith(address: string, tags: readonly string[]): string {
  const url = new URL(address);
  for (const tag of tags) url.searchParams.append('tag', tag);
  return url.href;
}

/** A plain form for any site. The last field is for robots, which fill in everything. */
export function formCode(post_url: string, tags: readonly string[]): string {
  return [
    `<form method="post" action="${attribute(post_url)}">`,
    '  <label for="email">Your email address</label>',
    '  <input type="email" id="email" name="email" required>',
    ...tags.map(tag => `  <input type="hidden" name="tag" value="${attribute(tag)}">`),
    '  <input type="text" name="website" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;left:-9999px">',
    '  <button type="submit">Subscribe</button>',
    '</form>',
  ].join('\n');
}

/** Our own form in a frame. */
export function frameCode(frame_url: string, tags: readonly string[], name: string): string {
  const address = attribute(addressWith(frame_url, tags));
  return `<iframe src="${address}" title="Subscribe to ${attribute(name)}" style="border:0;width:100%;height:220px"></iframe>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
