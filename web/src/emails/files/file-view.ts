export const fileViews = ['all', 'image', 'attachment', 'unused'] as const;
export type FileView = (typeof fileViews)[number];

/** Which files the address asks for. */
export function readFileView({ view }: Record<string, unknown>): { view?: FileView } {
  const known = fileViews.find(one => one === view);
  return known && known !== 'all' ? { view: known } : {};
}
