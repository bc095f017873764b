/** An example for the API reference. */
export const timelineExample = {
  id: '0199d2c5-4a00-7000-8000-00000000000a',
  kind: 'click',
  date: '2026-11-20T09:31:07.000Z',
  email: { id: '0199d2c5-4a00-7000-8000-000000000001', subject: 'What the sea leaves' },
  changes: [],
  consent: null,
  mail: null,
  hit: { url: 'https://tides.example/', client: 'Firefox', verdict: 'human', reasons: [] },
  report: null,
};
