export const fileViews = ['all', 'image', 'attachment', 'unused'] as const;
export type FileView = (typeof fileViews)[number];

/** Reads from the address which files to show. */
export function readFileView({ view }: Record<string, unknown>): { view?: FileView } {
  const known = fileViews.find(one => one === view);
  return known && known !== 'all' ? { view: known } : {};
}
