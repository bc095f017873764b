/** What draws the tools and the inserts of the editor, each on a 16 × 16 grid. */
export const icons = {
  image: 'M2.5 3.5h11v9h-11zM2.5 10.5l3-3 2.5 2.5 2-2 3.5 3.5M10.5 6h.01',
  gallery:
    'M2.5 2.5h4.75v4.75H2.5zM8.75 2.5h4.75v4.75H8.75zM2.5 8.75h4.75v4.75H2.5zM8.75 8.75h4.75v4.75H8.75z',
  button: 'M2 5h12v6H2zM5.5 8h5',
  embed: 'M2 3.5h12v9H2zM6.75 6v4l3.25-2z',
  bookmark: 'M4.5 2.5h7v11L8 10.5l-3.5 3z',
  callout: 'M2.5 3h11v7.5H8L5 13v-2.5H2.5zM8 5v2.25M8 8.75h.01',
  cta: 'M2.5 6.5v3h2l6 3v-9l-6 3zM13 6.75v2.5',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M2.5 9.75h11M7 3v10',
  divider: 'M2 8h12M5 4.5h6M5 11.5h6',
  footnote: 'M2.5 5.5h6M2.5 9h6M2.5 12.5h9M12 3.5l1.25-.75v4',
  paywall: 'M4 7.5h8v6H4zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2',
  variable: 'M6 3C3.5 3 5.5 7 3 8c2.5 1 .5 5 3 5M10 3c2.5 0 .5 4 3 5-2.5 1-.5 5-3 5',
  condition: 'M3.5 3v3.5a2 2 0 0 0 2 2h6M9.5 6l2.5 2.5L9.5 11M3.5 6.5V13',
  snippet: 'M5 2.5h8.5V11H5zM10.5 11v2.5H2.5V5H5',
  heading: 'M3.5 3v10M12.5 3v10M3.5 8h9',
  subheading: 'M2.5 4.5v7M8.5 4.5v7M2.5 8h6M11 6.5h2.75l-1.5 2a1.4 1.4 0 1 1-1.25 2.2',
  quote: 'M3 3v10M6.5 5h6.5M6.5 8h6.5M6.5 11h4',
  list: 'M2.5 4.5h.01M2.5 8h.01M2.5 11.5h.01M6 4.5h7.5M6 8h7.5M6 11.5h7.5',
  numbers: 'M2.25 3.25L3.25 2.75v3.5M2.25 9.75h1.75l-1.75 2.75h1.75M7 4.5h6.5M7 8h6.5M7 11.5h6.5',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
} as const;
