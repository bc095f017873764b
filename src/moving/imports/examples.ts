/** A completed import, as the API shows it. */
export const importExample = {
  id: '019aa4b0-11c4-7d0e-9a52-0f6f6f1b3c77',
  creation_date: '2026-11-20T09:10:00.000Z',
  start_date: '2026-11-20T09:10:01.000Z',
  completion_date: '2026-11-20T09:10:09.000Z',
  status: 'succeeded' as const,
  status_reason: '',
  total_count: 61_204,
  done_count: 61_204,
  current_part: '',
  rate: 7650.5,
  expected_completion_date: null,
  format: 'postrider' as const,
  file_name: 'lowwater-2026-11-20.zip',
  size: 4_193_021,
  report: {
    counts: { subscribers: 2041, emails: 118, deliveries: 58_310 },
    notes: ['1 automation is inactive. Activate it to follow its feeds from here.'],
  },
};
