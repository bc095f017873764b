/** The forms of a picture: at most this wide, as WebP for pages, or as JPEG or PNG, which every mail program shows. */
export const shapes = {
  w600: { width: 600, for: 'pages' },
  w1200: { width: 1200, for: 'pages' },
  w1800: { width: 1800, for: 'pages' },
  mail: { width: 1200, for: 'mails' },
} as const;
export type Shape = keyof typeof shapes;
export const shapeNames = Object.keys(shapes) as Shape[];
