/** Templates to begin with. Those of digests loop over all posts. */
const loop = (post: string) => `{% for item in items %}\n${post}\n{% endfor %}`;
const digest = { subject: '{{ feed.title }}: {{ item.title }}' };
const single = { subject: '{{ item.title }}' };

export const presets = {
  every: {
    full: { ...single, body: '{{ item.content }}\n\n[Read it on the site]({{ item.url }})' },
    summary: { ...single, body: '{{ item.description }}\n\n[Read on]({{ item.url }})' },
  },
  digest: {
    full: { ...digest, body: loop('## [{{ item.title }}]({{ item.url }})\n\n{{ item.content }}') },
    summary: { ...digest, body: loop('## [{{ item.title }}]({{ item.url }})\n\n{{ item.description }}') },
    titles: { ...digest, body: loop('- [{{ item.title }}]({{ item.url }})') },
  },
} as const;

export type Preset = keyof typeof presets.digest;

/** Returns the name of this template; undefined if somebody has changed it. */
export function presetOf({ subject, body }: { subject: string; body: string }): Preset | undefined {
  const all = [...Object.entries(presets.every), ...Object.entries(presets.digest)];
  const found = all.find(([, preset]) => preset.subject === subject && preset.body === body);
  return found?.[0] as Preset | undefined;
}
